// The first look, which the server sends within the page. It is seen until the page itself is there; meanwhile that is
// made under it, in several short tasks: base.css keeps it out of sight as long as there is a first look.

const find = (): HTMLElement | null => (typeof document === "undefined" ? null : document.getElementById("shell"));

/** Whether the first look is still there: what belongs to it may take its time. */
export const hasShell = (): boolean => find() !== null;

/** Show the page instead of its first look. */
export const dropShell = (): void => find()?.remove();

/** Forget what the first look lay on: other pages lie on something else. */
export function forgetFelt(): void {
  delete document.documentElement.dataset.theme;
}
