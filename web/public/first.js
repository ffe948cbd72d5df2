// Before anything is painted: light or dark, and the felt of the deck chosen last, as this browser remembers them.
// What a page shows before its scripts are there is in the browser's language; who has chosen another waits for the words.
{
  const recall = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`huefall.${key}`));
    } catch {
      return null; // nothing may be remembered here
    }
  };
  const root = document.documentElement;
  const mode = recall("preferences")?.mode ?? "auto";
  const isLight = mode === "light" || (mode === "auto" && matchMedia("(prefers-color-scheme: light)").matches);
  root.dataset.mode = isLight ? "light" : "dark";
  const setup = location.pathname === "/" ? recall("start")?.setup : null;
  root.dataset.theme = (!setup?.edition_file && setup?.edition) || "classic";
  if ((recall("language") ?? root.lang) !== root.lang) root.dataset.shell = "foreign";
}
