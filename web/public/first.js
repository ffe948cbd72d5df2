// Runs before anything is painted: sets light or dark mode and the colours of the last edition, from local storage.
// The first paint is in the browser's language; it stays hidden for readers who have chosen another one.
{
  const recall = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`huefall.${key}`));
    } catch {
      return null; // local storage is forbidden
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
