// Gestures on a card other than a press: dragging it to the table, and holding it.

const DRAG_FROM_PX = 12; // less is an unsteady press
const HOLD_MS = 550;
const DROP_MARGIN_PX = 44;

export interface Gestures {
  canDrag: () => boolean;
  /** The element to drop cards on. */
  target: () => Element | null;
  /** Called while a card is dragged, with whether it is over the target; with null when the drag ends. */
  onDrag: (isOver: boolean | null) => void;
  onDrop: () => void;
  onHold: () => void;
}

/** An attachment for a card. A dragged card has the attribute `data-dragged` and the properties `--dx` and `--dy`. */
export function gestures({ canDrag, target, onDrag, onDrop, onHold }: Gestures): (card: HTMLElement) => () => void {
  return (card) => {
    let start: { id: number; x: number; y: number } | null = null;
    let isDragging = false;
    let isSwallowed = false;
    let holding: ReturnType<typeof setTimeout> | undefined;

    const isOver = ({ clientX: x, clientY: y }: PointerEvent): boolean => {
      const box = target()?.getBoundingClientRect();
      if (!box) return false;
      return (
        x > box.left - DROP_MARGIN_PX &&
        x < box.right + DROP_MARGIN_PX &&
        y > box.top - DROP_MARGIN_PX &&
        y < box.bottom + DROP_MARGIN_PX
      );
    };
    const reset = (): void => {
      clearTimeout(holding);
      if (isDragging) onDrag(null);
      start = null;
      isDragging = false;
      delete card.dataset.dragged;
      card.style.removeProperty("--dx");
      card.style.removeProperty("--dy");
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      start = { id: event.pointerId, x: event.clientX, y: event.clientY };
      isSwallowed = false;
      card.setPointerCapture?.(event.pointerId); // a fast pointer leaves the card before the first pointermove
      if (event.pointerType !== "touch") return;
      holding = setTimeout(() => {
        reset();
        isSwallowed = true;
        onHold();
      }, HOLD_MS);
    };
    const move = (event: PointerEvent): void => {
      if (start?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!isDragging) {
        if (Math.hypot(dx, dy) < DRAG_FROM_PX) return;
        clearTimeout(holding);
        isSwallowed = true;
        if (!canDrag()) return;
        isDragging = true;
        card.dataset.dragged = "";
      }
      card.style.setProperty("--dx", `${dx}px`);
      card.style.setProperty("--dy", `${dy}px`);
      onDrag(isOver(event));
    };
    const up = (event: PointerEvent): void => {
      if (start?.id !== event.pointerId) return;
      const isDropped = isDragging && isOver(event);
      reset();
      if (isDropped) onDrop();
    };
    // Swallow the click after a drag or hold. Clicks by keyboard have detail 0 and always count.
    const click = (event: MouseEvent): void => {
      if (!isSwallowed || event.detail === 0) return;
      isSwallowed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event): void => {
      event.preventDefault();
      if (isSwallowed) return; // the long press has been handled already
      reset();
      isSwallowed = true;
      onHold();
    };

    const listeners = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", up],
      ["pointercancel", reset],
      ["contextmenu", menu],
    ] as [string, EventListener][];
    for (const [name, listener] of listeners) card.addEventListener(name, listener);
    card.addEventListener("click", click, { capture: true });
    return () => {
      reset();
      for (const [name, listener] of listeners) card.removeEventListener(name, listener);
      card.removeEventListener("click", click, { capture: true });
    };
  };
}

/** Whether an element or an ancestor can be scrolled vertically: then a finger on it may want to scroll, not drag. */
export function isScrollable(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each.scrollHeight <= each.clientHeight + 1) continue;
    const isRoot = each === document.documentElement;
    const overflow = getComputedStyle(each).overflowY;
    if (isRoot ? overflow !== "hidden" && overflow !== "clip" : overflow === "auto" || overflow === "scroll")
      return true;
  }
  return false;
}
