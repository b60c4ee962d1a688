/** Web addresses as people type them (RULE-041, RULE-042). */

/** Completes an address without a scheme: `example.com` → `https://example.com`; one with http or https is left alone, and so is an empty one. */
export function completeWebAddress(typed: string): string {
  const address = typed.trim();
  return address === '' || /^https?:\/\//i.test(address) ? address : `https://${address}`;
}

/** Parses an address of the public web: http or https, a host with a dot, no password and no port of its own. Null for any other. */
export function parseWebAddress(typed: string): URL | null {
  const url = URL.parse(completeWebAddress(typed));
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.port !== '') return null;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(url.hostname) ? url : null;
}
