// The first paint: HTML that the server sends inside the page (`#shell`). It covers the page until enough of it is mounted;
// meanwhile base.css hides what lies under it.

const find = (): HTMLElement | null => (typeof document === "undefined" ? null : document.getElementById("shell"));

/** Whether the first paint still covers the page, so that the parts under it may take their time. */
export const hasFirstPaint = (): boolean => find() !== null;

export const removeFirstPaint = (): void => find()?.remove();

/** Forget the theme that the first paint was drawn in: other pages have their own. */
export function forgetFelt(): void {
  delete document.documentElement.dataset.theme;
}
