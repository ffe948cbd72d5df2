// The parts of the DOM that modules use on import, for tests without jsdom: the language and the address.

if (typeof document === "undefined") {
  Object.assign(globalThis, {
    document: { documentElement: { lang: "", dataset: {} }, addEventListener: () => undefined },
    location: new URL("http://huefall.test/"),
  });
}
