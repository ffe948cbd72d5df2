// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { address } from "./address.svelte";

vi.stubGlobal("scrollTo", vi.fn());
address.follow();

/** Press "Back" and wait until the browser has moved. */
async function goBack(): Promise<void> {
  const moved = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  history.back();
  await moved;
}

function press(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}

beforeEach(() => {
  address.go("/");
  address.go("/t/k7m2xw9p");
});

it("holds a link up until the answer is yes", () => {
  const asked: (() => void)[] = [];
  const stop = address.guardLeaving((go) => asked.push(go));
  press("/learn");
  expect([address.path, location.pathname]).toEqual(["/t/k7m2xw9p", "/t/k7m2xw9p"]);
  asked[0]?.();
  expect([address.path, location.pathname]).toEqual(["/learn", "/learn"]);
  stop();
});

it("keeps the page and its address when Back is pressed, and goes back when the answer is yes", async () => {
  const asked: (() => void)[] = [];
  const stop = address.guardLeaving((go) => asked.push(go));
  await goBack();
  expect([address.path, location.pathname]).toEqual(["/t/k7m2xw9p", "/t/k7m2xw9p"]);
  await goBack(); // and again, if the answer was no
  expect([address.path, location.pathname, asked.length]).toEqual(["/t/k7m2xw9p", "/t/k7m2xw9p", 2]);
  const moved = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
  asked[1]?.();
  await moved;
  expect([address.path, location.pathname]).toEqual(["/", "/"]);
  stop();
});

it("asks nothing once the page does not want it any more, nor when code goes somewhere", async () => {
  const guard = vi.fn();
  address.guardLeaving(guard)();
  await goBack();
  expect(address.path).toBe("/");
  const stop = address.guardLeaving(guard);
  address.go("/learn");
  expect(address.path).toBe("/learn");
  expect(guard).not.toHaveBeenCalled();
  stop();
});
