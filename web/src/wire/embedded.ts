// An exported page has no server to ask: it carries the files it needs, by the address they have on a server.

/** For instance the texts at `/static/texts/en.json` and the drawing at `/static/cards/classic/r7.svg`. */
export type EmbeddedFiles = Readonly<Record<string, unknown>>;

let files: EmbeddedFiles | null = null;
const pictures = new Map<string, string>();

/** Use these files instead of a server's from now on. */
export function embed(carried: EmbeddedFiles | null): void {
  files = carried;
  pictures.clear();
}

/** Whether this page was exported; then no link leads anywhere else. */
export const isExported = (): boolean => files !== null;

/** Load JSON from the exported page or else from the server. */
export async function loadJson<T>(address: string): Promise<T> {
  if (files && address in files) return files[address] as T;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as T;
}

/** The address of a picture for the browser: of an embedded one its whole drawing, as a data URL. */
export function pictureUrl(address: string): string {
  const drawing = files?.[address];
  if (typeof drawing !== "string") return address;
  let url = pictures.get(address);
  if (url === undefined) pictures.set(address, (url = `data:image/svg+xml,${encodeURIComponent(drawing)}`));
  return url;
}
