import { mount } from "svelte";
import App from "./App.svelte";
import { takeLink } from "./devices/deviceLink";
import { followMode } from "./remembered/preferences.svelte";
import { address } from "./routes/address.svelte";
import "./styles/base.css";
import { words } from "./words/language.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");

takeLink();
followMode();
address.follow();
void words.begin().then(() => mount(App, { target }));

// The service worker is for the next visit, so it must not delay the first pictures of this one.
const WORKER_AFTER_MS = 4_000;
if ("serviceWorker" in navigator && import.meta.env.PROD)
  addEventListener("load", () =>
    setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), WORKER_AFTER_MS),
  );
