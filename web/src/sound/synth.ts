// The sounds, made of tones and noise: short, soft, and in one scale, so that any two sound well together.

import type { SoundName } from "./cues";

/** Five notes to the octave, from C5. */
const SCALE = [0, 2, 4, 7, 9];
const note = (step: number): number => 523.25 * 2 ** (Math.floor(step / 5) + (SCALE[((step % 5) + 5) % 5] ?? 0) / 12);

const LOUDNESS = 0.5;

interface Tone {
  /** The frequency in Hz, and the one it slides to. */
  pitch: number;
  to?: number;
  wait?: number;
  length: number;
  loud: number;
  form?: OscillatorType;
}

interface Breath {
  /** The centre of the band of noise in Hz, and the one it moves to. */
  pitch: number;
  to?: number;
  wait?: number;
  length: number;
  loud: number;
  /** The quality of the filter: higher is narrower. */
  sharp?: number;
}

export class Synth {
  readonly #context: AudioContext;
  readonly #out: AudioNode;
  readonly #noise: AudioBuffer;

  constructor(context: AudioContext) {
    this.#context = context;
    const volume = context.createGain();
    volume.gain.value = LOUDNESS;
    const limit = context.createDynamicsCompressor(); // keeps many sounds at once from getting loud
    volume.connect(limit).connect(context.destination);
    this.#out = volume;
    this.#noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = this.#noise.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  }

  /** Play a sound in `wait` seconds. */
  play(name: SoundName, wait: number, strength: number): void {
    const now = this.#context.currentTime + wait;
    const tone = (part: Tone): void => this.#tone(now, part);
    const breath = (part: Breath): void => this.#breath(now, part);
    const melody = (steps: readonly number[], apart: number, part: Omit<Tone, "pitch">): void =>
      steps.forEach((step, index) => tone({ ...part, pitch: note(step), wait: (part.wait ?? 0) + index * apart }));
    switch (name) {
      case "slide":
        return breath({ pitch: 1400, to: 3200, length: 0.13, loud: 0.14, sharp: 0.8 });
      case "snap":
        breath({ pitch: 2600, to: 900, length: 0.06, loud: 0.4, sharp: 0.7 });
        return tone({ pitch: 190, to: 90, length: 0.07, loud: 0.22, form: "sine" });
      case "draw":
        return breath({ pitch: 2600 + Math.random() * 500, to: 1500, length: 0.09, loud: 0.17, sharp: 1 });
      case "riffle":
        for (let index = 0; index < 11; index++)
          breath({ pitch: 2200 + (index % 3) * 350, wait: index * 0.032, length: 0.035, loud: 0.13, sharp: 1.4 });
        return breath({ pitch: 1100, to: 2600, wait: 0.38, length: 0.16, loud: 0.14 });
      case "skip":
        return breath({ pitch: 500, to: 3400, length: 0.26, loud: 0.2, sharp: 2.4 });
      case "reverse":
        melody([2, 4], 0.1, { length: 0.14, loud: 0.11, form: "triangle" });
        return melody([4, 1], 0.1, { wait: 0.2, length: 0.16, loud: 0.1, form: "triangle" });
      case "penalty": {
        const much = Math.min(strength, 12) / 12;
        tone({ pitch: 150 - 70 * much, to: 46, length: 0.2 + 0.25 * much, loud: 0.3 + 0.35 * much });
        return breath({ pitch: 320, to: 120, length: 0.14 + 0.12 * much, loud: 0.12 + 0.2 * much, sharp: 0.6 });
      }
      case "uno":
        return melody([5, 7, 9], 0.075, { length: 0.42, loud: 0.15 });
      case "caught":
        tone({ pitch: note(4), to: note(-1), length: 0.3, loud: 0.14, form: "triangle" });
        return breath({ pitch: 1900, to: 500, wait: 0.22, length: 0.12, loud: 0.26 });
      case "suspense":
        return melody([-5, -4, -5, -4], 0.09, { length: 0.16, loud: 0.1, form: "triangle" });
      case "bluff":
        return melody([3, 1, -2], 0.1, { length: 0.26, loud: 0.14, form: "triangle" });
      case "allowed":
        return melody([0, 2, 5], 0.09, { length: 0.32, loud: 0.13 });
      case "wrong":
        return melody([-3, -5], 0.12, { length: 0.2, loud: 0.15, form: "triangle" });
      case "boost":
        tone({ pitch: note(-5), to: note(5), length: 0.42, loud: 0.1, form: "sawtooth" });
        return breath({ pitch: 600, to: 5200, length: 0.5, loud: 0.2, sharp: 1.2 });
      case "run":
        for (let index = 0; index < 5; index++)
          tone({ pitch: 120 - (index % 2) * 24, to: 58, wait: index * 0.095, length: 0.09, loud: 0.26 });
        return;
      case "dance":
        melody([0, 3, 2, 5, 4, 7], 0.11, { length: 0.2, loud: 0.1, form: "triangle" });
        return melody([-5, -5, -3], 0.22, { length: 0.16, loud: 0.16 });
      case "gauntlet":
        melody([-5, -3, 0], 0, { length: 0.8, loud: 0.07, form: "sawtooth" });
        return breath({ pitch: 300, to: 2600, length: 0.75, loud: 0.16, sharp: 1.6 });
      case "turn":
        return melody([2, 5], 0.11, { length: 0.4, loud: 0.085 });
      case "win":
        melody([0, 2, 3, 5, 7, 10], 0.09, { length: 0.5, loud: 0.13 });
        return melody([5, 7, 8], 0, { wait: 0.6, length: 0.9, loud: 0.08 });
      case "lose":
        return melody([3, 2, 0, -2], 0.15, { length: 0.4, loud: 0.1 });
    }
  }

  #tone(now: number, { pitch, to, wait = 0, length, loud, form = "sine" }: Tone): void {
    const start = now + wait;
    const source = this.#context.createOscillator();
    source.type = form;
    source.frequency.setValueAtTime(pitch, start);
    if (to) source.frequency.exponentialRampToValueAtTime(to, start + length);
    source.connect(this.#envelope(start, length, loud));
    source.start(start);
    source.stop(start + length + 0.02);
  }

  #breath(now: number, { pitch, to, wait = 0, length, loud, sharp = 1 }: Breath): void {
    const start = now + wait;
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise;
    source.loop = true;
    const filter = this.#context.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = sharp;
    filter.frequency.setValueAtTime(pitch, start);
    if (to) filter.frequency.exponentialRampToValueAtTime(to, start + length);
    source.connect(filter).connect(this.#envelope(start, length, loud));
    source.start(start, Math.random() * 0.8);
    source.stop(start + length + 0.02);
  }

  /** Fade in quickly and out softly: a sudden start or end would click. */
  #envelope(start: number, length: number, loud: number): GainNode {
    const gain = this.#context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.012, length / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(this.#out);
    return gain;
  }
}
