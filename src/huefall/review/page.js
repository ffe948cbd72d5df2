"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const sections = [...document.querySelectorAll(".round")];
  const choices = [...document.querySelectorAll(".rounds button")];
  const moments = [...document.querySelectorAll(".moments button")];
  const clamp = (value, most) => Math.min(Math.max(0, value), most);
  // Where each round was left; it opens at its end.
  const places = data.map((steps) => steps.length - 1);
  let round = 0;

  function mark(element, isCurrent) {
    if (isCurrent) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }

  function show() {
    const step = places[round];
    const last = data[round].length - 1;
    const [said, ...chances] = data[round][step];
    sections.forEach((section, at) => (section.hidden = at !== round));
    choices.forEach((choice, at) => mark(choice, at === round));
    moments.forEach((each) =>
      mark(each, Number(each.dataset.round) === round + 1 && Number(each.dataset.step) === step),
    );
    const section = sections[round];
    const slider = section.querySelector("input");
    slider.value = String(step);
    const words = chances.map(([mean], seat) => `${section.querySelectorAll(".who")[seat].textContent} ${mean}`);
    slider.setAttribute("aria-valuetext", `${said}. ${words.join(", ")}`);
    const line = section.querySelector(".said");
    // The slider speaks for itself while it has the focus.
    line.setAttribute("aria-live", document.activeElement === slider ? "off" : "polite");
    line.textContent = said;
    section.querySelector(".here").style.left = `${(100 * step) / Math.max(1, last)}%`;
    section.querySelectorAll(".standing li").forEach((row, seat) => {
      const [mean, range, chance, low, high] = chances[seat];
      row.querySelector("b").textContent = mean;
      row.querySelector("small").textContent = range;
      row.querySelector("i").style.width = `${100 * chance}%`;
      row.querySelector("u").style.left = `${100 * low}%`;
      row.querySelector("u").style.width = `${100 * (high - low)}%`;
    });
    section.querySelectorAll(".steps tbody tr").forEach((row, at) => row.classList.toggle("now", at === step));
  }

  function go(toRound, toStep) {
    round = clamp(toRound, data.length - 1);
    if (toStep !== undefined) places[round] = clamp(toStep, data[round].length - 1);
    show();
  }

  document.documentElement.classList.add("js");
  choices.forEach((choice, at) => choice.addEventListener("click", () => go(at)));
  moments.forEach((each) =>
    each.addEventListener("click", () => {
      const wanted = Number(each.dataset.round) - 1;
      const isElsewhere = wanted !== round;
      go(wanted, Number(each.dataset.step));
      if (isElsewhere || !each.closest(".round")) sections[round].querySelector("h2").focus();
    }),
  );
  sections.forEach((section) => {
    section.querySelector("input").addEventListener("input", (event) => go(round, Number(event.target.value)));
    section.querySelector(".back").addEventListener("click", () => go(round, places[round] - 1));
    section.querySelector(".on").addEventListener("click", () => go(round, places[round] + 1));
    section.querySelector(".field").addEventListener("click", (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      go(round, Math.round(((event.clientX - box.left) / box.width) * (data[round].length - 1)));
    });
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, .scroll")) return; // their keys are their own
    const moves = {
      ArrowLeft: () => go(round, places[round] - 1),
      ArrowRight: () => go(round, places[round] + 1),
      Home: () => go(round, 0),
      End: () => go(round, data[round].length - 1),
      PageUp: () => go(round - 1),
      PageDown: () => go(round + 1),
    };
    if (!(event.key in moves)) return;
    if (event.key.startsWith("Page") && data.length < 2) return;
    event.preventDefault();
    moves[event.key]();
  });
  show();
})();
