// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { happened, step } from "$/motion/testing";
import { preferences } from "$/remembered/preferences.svelte";
import type { SoundName } from "./cues";

let made = 0;
let started = 0;

/** Audio that is never heard, but counted. */
class FakeContext {
  state = "running";
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  constructor() {
    made += 1;
  }
  #node(): object {
    const parameter = { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    const node = {
      gain: parameter,
      frequency: parameter,
      Q: parameter,
      connect: (to: object) => to,
      start: () => (started += 1),
      stop: vi.fn(),
    };
    return node;
  }
  createGain = (): object => this.#node();
  createDynamicsCompressor = (): object => this.#node();
  createOscillator = (): object => this.#node();
  createBufferSource = (): object => this.#node();
  createBiquadFilter = (): object => this.#node();
  createBuffer = (): object => ({ getChannelData: () => new Float32Array(100) });
  resume = (): Promise<void> => Promise.resolve();
  suspend = (): Promise<void> => Promise.resolve();
}

const audioHasCome = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const news = [step(1, happened("play", { seat: 1, card: "r7" }))];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeContext);
  made = started = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  preferences.change({ sound: true });
});

it("is silent before the first press, and audible after it", async () => {
  const { soundFor } = await import("./sounds");
  soundFor(news, 0);
  expect(made).toBe(0);
  window.dispatchEvent(new Event("pointerup"));
  await audioHasCome();
  soundFor(news, 0);
  expect(made).toBe(1);
  expect(started).toBeGreaterThan(0);
});

it("does not delay a press, or its effect, until the audio device is ready", async () => {
  let answer = (): void => undefined;
  const devices = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices: () => devices } });
  const { soundFor } = await import("./sounds");
  window.dispatchEvent(new Event("pointerup"));
  soundFor(news, 0);
  expect(made).toBe(0);
  answer();
  await audioHasCome();
  soundFor(news, 0);
  expect(made).toBe(1);
  expect(started).toBeGreaterThan(0);
});

it("is silent if sound is switched off", async () => {
  const remembered = await import("$/remembered/preferences.svelte");
  remembered.preferences.change({ sound: false });
  const { soundFor } = await import("./sounds");
  window.dispatchEvent(new Event("keydown"));
  soundFor(news, 0);
  expect(made).toBe(0);
});

it("plays a limited number of sounds, in one audio context", async () => {
  const { soundFor } = await import("./sounds");
  window.dispatchEvent(new Event("keydown"));
  await audioHasCome();
  for (let number = 0; number < 100; number++) soundFor(news, 0);
  expect(made).toBe(1);
  expect(started).toBeLessThan(80);
});

it("can make every sound", async () => {
  const { Synth } = await import("./synth");
  const synth = new Synth(new FakeContext() as unknown as AudioContext);
  const first: SoundName[] = [
    "slide",
    "snap",
    "draw",
    "riffle",
    "skip",
    "reverse",
    "penalty",
    "uno",
    "caught",
    "suspense",
  ];
  const rest: SoundName[] = ["bluff", "allowed", "wrong", "boost", "run", "dance", "gauntlet", "turn", "win", "lose"];
  for (const name of [...first, ...rest]) {
    const before = started;
    synth.play(name, 0, 4);
    expect(started).toBeGreaterThan(before);
  }
});
