/** Sites a pool is for, and sites and parameters a source names, as people type them. */

const hostGrammar = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `https://Shop.example.com/` → `https://shop.example.com`; `Example.com` → `example.com`; null for what is neither an origin nor a host. */
export function parseOrigin(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (text.includes('://')) {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null;
    return url.pathname === '/' ? url.origin : null;
  }
  return text.length <= 253 && hostGrammar.test(text) && (text.includes('.') || text === 'localhost') ? text : null;
}

/** True where an origin is one of these: exactly, or by its host, which stands for its subdomains too. */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return origins.some((each) => (each.includes('://') ? each === url.origin : url.hostname === each || url.hostname.endsWith(`.${each}`)));
}

/** A parameter of an address: `utm_source=newsletter`, or `ref` with any value. Null for what is none. */
export function parseLandingParameter(typed: string): { readonly name: string; readonly value: string | null } | null {
  const [, name = '', value] = /^([A-Za-z0-9_.-]{1,60})(?:=([^&#\s]{1,200}))?$/.exec(typed.trim()) ?? [];
  return name === '' ? null : { name, value: value ?? null };
}
