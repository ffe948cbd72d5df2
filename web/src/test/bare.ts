// What modules touch of a page as soon as they are there: its language and its address. They have no other one in tests.

if (typeof document === "undefined") {
  Object.assign(globalThis, {
    document: { documentElement: { lang: "", dataset: {} }, addEventListener: () => undefined },
    location: new URL("http://huefall.test/"),
  });
}
