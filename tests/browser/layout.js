// Looks for text that cannot be read: clipped by a box, cut off at the edge of the page, or lying over other text.
// Returns sentences that name the place. Cards of a fanned hand, and what is hidden on purpose, are left out.
(() => {
  const OVERLAPS = 4; // px by which two texts must lie over one another in both directions
  const CLIPPED = 2; // px that rounding may cost

  // Pictures lie over one another on purpose: fans of cards, flying ghosts, decorations.
  const FREE = "[data-card], [data-ghost], [data-layout=free], .unseen, [aria-hidden=true], noscript";

  const place = (element) => {
    const parts = [];
    for (let each = element; each && each !== document.body && parts.length < 4; each = each.parentElement) {
      const name = each.getAttribute("data-testid") || each.id || [...each.classList].filter((c) => !c.startsWith("svelte-")).join(".");
      parts.unshift(each.localName + (name ? `.${name}` : ""));
    }
    return parts.join(" > ");
  };

  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest(FREE) &&
    !element.closest("[inert]");

  // What a modal dialog covers is not read.
  const open = [...document.querySelectorAll("dialog[open]")].filter((each) => each.matches(":modal")).pop();
  const root = open ?? document.body;

  // Where an element's overflow is cut: by itself or an ancestor. Things that scroll can be scrolled to.
  const cutBy = (element) => {
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX !== "visible" || overflowY !== "visible") return { box: each, overflowX, overflowY };
    }
    return null;
  };

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element || ["SCRIPT", "STYLE", "TITLE", "OPTION"].includes(element.tagName)) continue;
    if (!isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (boxes.length) texts.push({ element, words: node.data.trim().slice(0, 40), boxes });
  }

  const found = [];
  const width = document.documentElement.clientWidth;
  const scrolled = document.scrollingElement.scrollWidth - width;
  if (scrolled > 1) {
    const widest = [...document.body.querySelectorAll("*")]
      .filter((each) => each.getBoundingClientRect().right > width + 1)
      .map(place)
      .slice(0, 3);
    found.push(`the page scrolls sideways by ${scrolled}px: ${widest.join(" | ")}`);
  }

  for (const { element, words, boxes } of texts) {
    const cut = cutBy(element);
    const box = cut?.box.getBoundingClientRect();
    for (const each of boxes) {
      const beside = each.right > width + CLIPPED || each.left < -CLIPPED;
      const scrollsX = cut && ["auto", "scroll"].includes(cut.overflowX);
      const scrollsY = cut && ["auto", "scroll"].includes(cut.overflowY);
      if (beside && !scrollsX) {
        found.push(`"${words}" lies beside the page (${Math.round(each.left)}–${Math.round(each.right)} of ${width}): ${place(element)}`);
        break;
      }
      const clippedX = box && !scrollsX && (each.right > box.right + CLIPPED || each.left < box.left - CLIPPED);
      const clippedY = box && !scrollsY && (each.bottom > box.bottom + CLIPPED + each.height * 0.2 || each.top < box.top - CLIPPED - each.height * 0.2);
      if (clippedX || clippedY) {
        found.push(`"${words}" is clipped by ${place(cut.box)}`);
        break;
      }
    }
  }

  // Sticky and fixed bars lie over what scrolls below them, and layers over layers: only texts of the same layer count.
  const layer = (element) => {
    for (let each = element; each && each !== root; each = each.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(each).position) || each.matches("dialog, [popover]")) return each;
    }
    return root;
  };
  // What has been scrolled out of its box is not seen.
  const seen = (text) => {
    const cut = cutBy(text.element)?.box.getBoundingClientRect();
    return text.boxes.filter(
      (box) => !cut || (box.bottom > cut.top + 2 && box.top < cut.bottom - 2 && box.right > cut.left + 2 && box.left < cut.right - 2),
    );
  };
  const layered = texts.map((text) => ({ ...text, boxes: seen(text), layer: layer(text.element) }));
  for (let a = 0; a < layered.length; a++) {
    for (let b = a + 1; b < layered.length; b++) {
      const [one, other] = [layered[a], layered[b]];
      if (one.layer !== other.layer) continue;
      const over = one.boxes.some((x) =>
        other.boxes.some(
          (y) =>
            Math.min(x.right, y.right) - Math.max(x.left, y.left) > OVERLAPS &&
            Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > OVERLAPS + 2,
        ),
      );
      if (over) found.push(`"${one.words}" and "${other.words}" lie over one another: ${place(one.element)} | ${place(other.element)}`);
    }
  }
  return [...new Set(found)].slice(0, 12);
})();
