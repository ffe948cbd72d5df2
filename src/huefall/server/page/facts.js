// What there is to know about a table: its rules, its link, the matches that are over.

import { button, fill, find, make } from "./dom.js";
import { edition, join, option, preset, text } from "./texts.js";

/** Draw the rules of a table, its link, and its finished matches. */
export function drawFacts({ code, setup, commitment, finished }) {
  const link = `${location.origin}/t/${code}`;
  const address = make("input", {
    value: link,
    readonly: true,
    "aria-label": text("page.invite"),
    onfocus: () => address.select(),
  });
  const copy = button(text("page.copy"), async () => {
    address.select();
    // Without https there is no clipboard for pages; the link is marked, then, to be copied by hand.
    await navigator.clipboard?.writeText(link).then(
      () => (copy.textContent = text("page.copied")),
      () => {},
    );
  });
  const changes = Object.entries(setup.options).map(([name, value]) => option(name, value));
  const seconds = text(`page.seconds.${setup.move_seconds ? "some" : "none"}`, { amount: setup.move_seconds });
  const matches = finished.map((number) =>
    make(
      "li",
      {},
      `${text("page.match", { amount: number })}: `,
      ...["record", "proof"].flatMap((kind) => [
        make("a", { href: `/api/tables/${code}/matches/${number}/${kind}`, target: "_blank" }, text(`page.${kind}`)),
        " ",
      ]),
    ),
  );
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  fill(
    find("facts"),
    make("p", {}, text("table.edition", { edition: edition(setup.edition) })),
    make("p", {}, text("table.rules", { rules: join([preset(setup.preset), ...changes]) })),
    make("p", {}, text("table.rule", { title: text("page.seconds"), value: seconds })),
    make("h3", {}, text("page.invite")),
    make("div", { class: "row link" }, address, copy),
    isLoopback && make("p", { class: "faint" }, text("page.loopback")),
    make("img", { class: "qr", src: `/api/tables/${code}/qr.svg`, alt: text("page.qr"), loading: "lazy" }),
    matches.length > 0 && make("ul", {}, ...matches),
    commitment && make("p", { class: "faint hash" }, `${text("page.commitment")}: ${commitment}`),
  );
}
