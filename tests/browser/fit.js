// Looks for parts of the table that a player must see without scrolling, and returns sentences about those that are off the
// screen, covered, or too small to be recognised.
(() => {
  const SLACK = 1.5; // px that rounding may cost
  const MIN_TOP_CARD = 28; // px of width at which a card is still recognised
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const named = (element) => `${element.className || element.localName} "${(element.ariaLabel || element.textContent).trim().slice(0, 30)}"`;

  const isInside = ({ left, top, right, bottom }, box) =>
    left >= box.left - SLACK && top >= box.top - SLACK && right <= box.right + SLACK && bottom <= box.bottom + SLACK;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const screen = { left: 0, top: 0, right: width, bottom: height };
  const places = (box) => `${Math.round(box.left)},${Math.round(box.top)}–${Math.round(box.right)},${Math.round(box.bottom)}`;

  // What scrolls sideways shows its parts one after the other: only their height counts.
  const scroller = (element) => {
    for (let each = element.parentElement; each; each = each.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1) return each;
    return null;
  };
  const expectSeen = (element, at = { x: 0.5, y: 0.5 }) => {
    const box = element.getBoundingClientRect();
    const row = scroller(element)?.getBoundingClientRect();
    const shown = row ? { ...box.toJSON(), left: Math.max(box.left, row.left), right: Math.min(box.right, row.right) } : box;
    if (!box.width || !box.height) return void found.push(`${named(element)} is not shown`);
    if (row && shown.right - shown.left < 12) {
      if (!isInside({ ...row.toJSON(), top: box.top, bottom: box.bottom }, screen)) found.push(`the row of ${named(element)} is off the screen`);
      return;
    }
    if (!isInside(shown, screen)) return void found.push(`${named(element)} is off the screen: ${places(box)}`);
    const hit = document.elementFromPoint(shown.left + (shown.right - shown.left) * at.x, shown.top + (shown.bottom - shown.top) * at.y);
    if (hit && !element.contains(hit) && !hit.contains(element)) found.push(`${named(element)} is covered by ${named(hit)}`);
  };

  const page = document.scrollingElement;
  if (page.scrollHeight > height + SLACK) found.push(`the page scrolls down by ${page.scrollHeight - height}px`);
  if (page.scrollWidth > width + SLACK) found.push(`the page scrolls sideways by ${page.scrollWidth - width}px`);

  // The left upper corner of a card is visible under the next one.
  const cards = all('[data-place="hand"] [data-card]');
  if (!cards.length) found.push("there is no hand");
  const [first] = cards;
  const corner = first && Math.min(10 / first.offsetWidth, 0.3);
  cards.forEach((card) => expectSeen(card, { x: corner, y: 0.25 }));

  const picker = document.querySelector(".board .picker");
  expectSeen(picker ? picker.querySelector(".head p") : document.querySelector(".board .prompt"));
  all(".board .answering button, .board .picker button").forEach((button) => expectSeen(button));
  const uno = document.querySelector('.board button[aria-keyshortcuts="U"]');
  if (uno) expectSeen(uno);
  const color = document.querySelector(".board .force");
  if (color) expectSeen(color);
  all(".board .under .panel").forEach((panel) => expectSeen(panel));

  // Every other player with a name and a number of cards, unless a picker says the same or hints need the space.
  all(".board .seat").forEach((seat) => {
    if (seat.closest(".brief") && !isShown(seat)) return;
    const box = seat.getBoundingClientRect();
    for (const part of seat.querySelectorAll(":scope > :not(.unseen, .ring, .catch, .said), .count")) {
      const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
      const isMissing = part.matches(".name, .count") && (!width || height < 8 || !isShown(part));
      if (isMissing) found.push(`${named(seat)} does not show its ${part.className}`);
      else if (width && !isInside({ left, top, right, bottom }, box)) found.push(`${part.className} of ${named(seat)} is cut off`);
    }
    if (!isInside(box, screen)) found.push(`${named(seat)} is off the screen`);
  });

  // The middle of the table lies under nothing.
  const top = document.querySelector("[data-top] img");
  const direction = document.querySelector(".board .piles svg");
  const others = all(".board .seat, .board .picker, .board .answering button, .board .force, .board .hand button, .board .under .panel").filter(
    isShown,
  );
  if (!picker) others.push(document.querySelector(".board .prompt"));
  for (const [what, element] of [["the top card", top], ["the direction", direction]]) {
    const box = element?.getBoundingClientRect();
    if (!box) {
      found.push(`${what} is missing`);
      continue;
    }
    if (!isInside(box, screen)) found.push(`${what} is off the screen: ${places(box)}`);
    for (const other of others) {
      const { left, top, right, bottom } = other.getBoundingClientRect();
      const across = Math.min(right, box.right) - Math.max(left, box.left);
      const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      if (across > SLACK && down > SLACK && element !== direction) found.push(`${what} lies under ${named(other)}`);
      else if (across > SLACK && down > box.height / 4) found.push(`${what} lies under ${named(other)}`);
    }
  }
  if (top && top.offsetWidth < MIN_TOP_CARD) found.push(`the top card is only ${top.offsetWidth}px wide`);
  return [...new Set(found)].slice(0, 8);
})();
