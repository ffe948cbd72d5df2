// What a finger or a mouse does with a card beside pressing it: drag it to the table, or hold it.

const THRESHOLD = 12; // px; less is a press with an unsteady hand
const HOLD = 550; // ms
const NEAR = 44; // px round the place where cards are dropped

export interface Gestures {
  canDrag: () => boolean;
  /** The element cards are dropped on. */
  target: () => Element | null;
  /** A card is being dragged, and whether it is over the target; none: no longer. */
  onDrag: (isOver: boolean | null) => void;
  onDrop: () => void;
  onHold: () => void;
}

/** Let a card be dragged and held. While it is dragged it has the attribute `data-dragged`, and `--dx`, `--dy`. */
export function gestures({ canDrag, target, onDrag, onDrop, onHold }: Gestures): (card: HTMLElement) => () => void {
  return (card) => {
    let start: { id: number; x: number; y: number } | null = null;
    let isDragging = false;
    let isSwallowed = false;
    let holding: ReturnType<typeof setTimeout> | undefined;

    const isOver = ({ clientX: x, clientY: y }: PointerEvent): boolean => {
      const box = target()?.getBoundingClientRect();
      if (!box) return false;
      return x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR;
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
      card.setPointerCapture?.(event.pointerId); // a quick hand has left the card before its first move is told
      if (event.pointerType !== "touch") return;
      holding = setTimeout(() => {
        reset();
        isSwallowed = true;
        onHold();
      }, HOLD);
    };
    const move = (event: PointerEvent): void => {
      if (start?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!isDragging) {
        if (Math.hypot(dx, dy) < THRESHOLD) return;
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
    // A press that was a drag or a hold is no press. One of the keyboard (detail 0) always is.
    const click = (event: MouseEvent): void => {
      if (!isSwallowed || event.detail === 0) return;
      isSwallowed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event): void => {
      event.preventDefault();
      if (isSwallowed) return; // held for long: that has been answered
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

/** Whether an element, or anything it is in, can be scrolled up and down: a finger on it may want just that. */
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
