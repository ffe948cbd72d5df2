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
    const cut = cutBy(element)?.box.getBoundingClientRect();
    if (cut && (cut.width < 2 || cut.height < 2)) continue; // for those who listen
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
      const outside = each.right > width + CLIPPED || each.left < -CLIPPED;
      const scrollsX = cut && ["auto", "scroll"].includes(cut.overflowX);
      const scrollsY = cut && ["auto", "scroll"].includes(cut.overflowY);
      if (outside && !scrollsX) {
        found.push(`"${words}" is outside the page (${Math.round(each.left)}–${Math.round(each.right)} of ${width}): ${place(element)}`);
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

  // Two texts over one another are no trouble where the upper one has a ground of its own that covers the lower one.
  const isOpaque = (element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const alpha = /rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? (backgroundColor === "transparent" ? 0 : 1);
    return Number(opacity) > 0.9 && (Number(alpha) > 0.9 || backgroundImage !== "none");
  };
  const layer = (element) => {
    for (let each = element; each && each !== root; each = each.parentElement) {
      if (["fixed", "sticky", "absolute"].includes(getComputedStyle(each).position)) return each;
    }
    return root;
  };
  const isCovered = (one, other, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const at = [one, other].map((element) => stack.findIndex((each) => each === element || element.contains(each)));
    // Off the screen the browser names no element at a point: there texts of different layers count as covering one another.
    if (!stack.length) return layer(one) !== layer(other);
    if (at.includes(-1)) return true;
    const lower = at[0] > at[1] ? one : other;
    return stack.slice(0, Math.max(...at)).some((each) => isOpaque(each) && !each.contains(lower));
  };
  // What has been scrolled out of its box is not seen.
  const seen = ({ element, boxes }) => {
    const cut = cutBy(element)?.box.getBoundingClientRect();
    if (!cut) return boxes;
    return boxes
      .map((box) => ({
        left: Math.max(box.left, cut.left),
        right: Math.min(box.right, cut.right),
        top: Math.max(box.top, cut.top),
        bottom: Math.min(box.bottom, cut.bottom),
      }))
      .filter((box) => box.right - box.left > 1 && box.bottom - box.top > 1);
  };
  const visible = texts.map((text) => ({ ...text, boxes: seen(text) }));
  for (let a = 0; a < visible.length; a++) {
    for (let b = a + 1; b < visible.length; b++) {
      const [one, other] = [visible[a], visible[b]];
      const over = one.boxes.some((x) =>
        other.boxes.some((y) => {
          const [left, right] = [Math.max(x.left, y.left), Math.min(x.right, y.right)];
          const [top, bottom] = [Math.max(x.top, y.top), Math.min(x.bottom, y.bottom)];
          if (right - left <= OVERLAPS || bottom - top <= OVERLAPS + 2) return false;
          return !isCovered(one.element, other.element, (left + right) / 2, (top + bottom) / 2);
        }),
      );
      if (over) found.push(`"${one.words}" and "${other.words}" lie over one another: ${place(one.element)} | ${place(other.element)}`);
    }
  }
  return [...new Set(found)].slice(0, 12);
})();
