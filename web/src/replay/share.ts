// Sharing a link by the device's share sheet, or by the clipboard.

export type Given = "shared" | "copied" | "failed";

/** Share or copy a link. Browsers allow neither on plain http: then the caller has to show it. */
export async function shareLink(link: string, title: string): Promise<Given> {
  const isTouched = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
  try {
    if (isTouched && "share" in navigator) {
      await navigator.share({ title, url: link });
      return "shared";
    }
    await navigator.clipboard.writeText(link);
    return "copied";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "shared" : "failed";
  }
}
