// Where somebody wants to go who has pasted a link, or typed a code.

/** As docs/protocol.md writes a table's code: no letters that look like digits. */
const CODE = /^[a-hjkmnp-z2-9]{8}$/;

export type Destination = { code: string } | { elsewhere: string };

/** Read a code or a link; none where it is neither. A link to another server leads there. */
export function destinationOf(written: string, here: string): Destination | null {
  const wanted = written.trim();
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
