import { mount } from "svelte";
import App from "./App.svelte";
import { followMode } from "./remembered/preferences.svelte";
import { address } from "./routes/address.svelte";
import "./styles/base.css";
import { firstLanguage, words } from "./words/language.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

followMode();
address.follow();
void words.speak(firstLanguage()).then(() => mount(App, { target }));
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
