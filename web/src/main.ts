import { mount } from "svelte";
import App from "./App.svelte";
import { followMode } from "./remembered/preferences.svelte";
import { address } from "./routes/address.svelte";
import "./styles/base.css";
import { words } from "./words/language.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

followMode();
address.follow();
void words.begin().then(() => mount(App, { target }));

// The worker is for the next visit: it does not come between this page and its first pictures.
const WORKER_AFTER = 4_000; // ms
if ("serviceWorker" in navigator && import.meta.env.PROD)
  addEventListener("load", () =>
    setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), WORKER_AFTER),
  );
