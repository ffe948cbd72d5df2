// Reads the code or link of a table that a player typed or pasted.

/** A table's code (docs/protocol.md): no letters that look like digits. */
const CODE = /^[a-hjkmnp-z2-9]{8}$/;

export type Destination = { code: string } | { elsewhere: string };

/** The table of a code or link; null if it is neither. A link may lead to another server. */
export function parseTableLink(typed: string, here: string): Destination | null {
  const wanted = typed.trim();
  const plain = wanted.toLowerCase().replace(/[\s-]/g, "");
  if (CODE.test(plain)) return { code: plain };
  let link: URL;
  try {
    link = new URL(/^[a-z]+:\/\//i.test(wanted) ? wanted : `https://${wanted}`);
  } catch {
    return null;
  }
  const code = /^\/t\/([^/]+)\/?$/.exec(link.pathname)?.[1];
  if (code === undefined || !CODE.test(code) || !["http:", "https:"].includes(link.protocol)) return null;
  return link.host === new URL(here).host ? { code } : { elsewhere: link.href };
}
