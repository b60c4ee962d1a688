/**
 * The script of dynamic numbers, for websites: shows each visitor a number of the pool in place of the site's own. No dependency, no HTML, no evaluated code:
 * it sets text and `tel:` links alone, so that a strict content policy and Trusted Types hold. It stays small (scripts/size.ts).
 */

interface Reply {
  readonly session: string | null;
  readonly visitor: string | null;
  readonly number: string | null;
  readonly targets: readonly string[];
  /** Seconds for which the number stays with the visitor after the last answer. */
  readonly holdSeconds: number;
}

interface Saved {
  visitor?: string;
  session?: string;
  number?: string | null;
  targets?: readonly string[];
  seen?: number;
  hold?: number;
  off?: boolean;
}

/** Calls of a site: consent given, visitor out, visitor back in. */
interface Face {
  consent(): void;
  optOut(): void;
  optIn(): void;
}

declare global {
  interface Window {
    keyline?: Face;
  }
}

(() => {
  const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : document.querySelector<HTMLScriptElement>('script[src*="/dni/"]');
  const address = /^(.*)\/dni\/([\w-]+)\/v1\.js/.exec(own?.src ?? '');
  // A frame's page is counted by its own site; two scripts on one page would show two numbers.
  if (!address || self !== top) return;
  if (window.keyline) {
    console.warn('Keyline: a second script on this page does nothing');
    return;
  }
  const [, host = '', key = ''] = address;
  const storageKey = `keyline.${key}`;
  const beatMs = 60_000;
  const skipped = 'script,style,noscript,textarea,template,[contenteditable],[data-keyline-skip]';
  /** Digits with what may stand between them, as numbers of North America are written; `+` and others by their digits. */
  const phone = /\+?\(?\d(?:[ .()\u00a0\u2011-]{0,3}\d){6,14}/g;
  const digitsOf = (text: string) => text.replace(/\D/g, '');

  /** Id of the browser in Google Analytics, where the site has it: `GA1.1.` and two numbers. */
  const readGa = () => /(?:^|; )_ga=GA\d\.[\d-]+\.(\d+\.\d+)/.exec(document.cookie)?.[1];
  const readCookie = () => /(?:^|; )keyline_visitor=([\w-]{16,64})/.exec(document.cookie)?.[1];
  let saved: Saved = {};
  try {
    saved = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
  } catch {
    // Storage is closed or was written by others: the visit begins anew.
  }
  const save = (change: Saved) => {
    Object.assign(saved, change);
    try {
      localStorage.setItem(storageKey, JSON.stringify(saved));
    } catch {
      // Without storage each page is a visit of its own.
    }
    if (change.visitor && readCookie() !== change.visitor) writeCookie(change.visitor, 7_776_000);
  };
  /** On the widest domain that the browser takes: subdomains know the visitor too. */
  const writeCookie = (value: string, seconds: number) => {
    const parts = location.hostname.split('.');
    for (let from = parts.length - 1; from >= 0 && readCookie() !== (value || undefined); from -= 1)
      // biome-ignore lint/suspicious/noDocumentCookie: the only way that all browsers have
      document.cookie = `keyline_visitor=${value};path=/;max-age=${seconds};samesite=lax${parts.length > 1 ? `;domain=${parts.slice(from).join('.')}` : ''}`;
  };

  let shown: string | null = null;
  /** Digits to be replaced, national and with the country. */
  let wanted: string[] = [];
  /** Shows a number; without one the site's own again, since another visitor may have the last one by now. */
  const setNumber = (leased: string | null | undefined, targets: readonly string[] = []) => {
    const number = leased ?? (shown ? targets[0] : null);
    if (!number) return;
    const next = targets.concat(shown && shown !== number ? shown : []).flatMap((target) => {
      const digits = digitsOf(target);
      return digits.length === 11 && digits[0] === '1' ? [digits, digits.slice(1)] : [digits];
    });
    if (number === shown && next.join() === wanted.join()) return;
    shown = number;
    wanted = next;
    swapAll();
  };

  /** The new number in the spelling of the old one; in full where the counts of digits differ. */
  const spell = (old: string, number: string) => {
    const digits = digitsOf(number);
    const count = digitsOf(old).length;
    const given = count < digits.length ? digits.slice(-count) : digits;
    if (count > digits.length || (count !== digits.length && !(digits[0] === '1' && count === 10))) return number;
    let at = 0;
    return old.replace(/\d/g, () => given[at++] ?? '');
  };
  const replace = (text: string) => (shown ? text.replace(phone, (old) => (shown && wanted.includes(digitsOf(old)) ? spell(old, shown) : old)) : text);

  const swapText = (node: Node) => {
    const text = node.nodeValue ?? '';
    if (text.length < 7 || !/\d/.test(text)) return;
    const next = replace(text);
    if (next !== text && !node.parentElement?.closest(skipped)) node.nodeValue = next;
  };
  const swapLink = (link: Element) => {
    const old = link.getAttribute('href') ?? '';
    // Written again unchanged it would be seen by the watcher again, without end.
    const next = `tel:${shown}`;
    if (shown && next !== old && wanted.includes(digitsOf(old.slice(4).split(/[;?]/)[0] ?? ''))) link.setAttribute('href', next);
  };
  const swapMarked = (place: Element) => {
    if (!shown) return;
    const text = place.textContent ?? '';
    const next = /\d/.test(text) ? spell(text, shown) : shown;
    if (next !== text) place.textContent = next;
  };
  /** Texts in which a number can stand: those with its last two digits beside each other. A page has thousands; the browser's own code looks through them. */
  const findTexts = (root: Node): Node[] => {
    const ends = [...new Set(wanted.map((digits) => `contains(.,"${digits.slice(-2)}")`))].join(' or ');
    const found = ends ? document.evaluate(`.//text()[${ends}]`, root, null, XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE) : null;
    return Array.from({ length: found?.snapshotLength ?? 0 }, (_, at) => found?.snapshotItem(at)).flatMap((node) => node ?? []);
  };
  const swapTree = (root: Node) => {
    if (root.nodeType === Node.TEXT_NODE) return swapText(root);
    if (!(root instanceof Element)) return;
    for (const node of findTexts(root)) swapText(node);
    for (const [selector, swap] of [
      ['a[href^="tel:"]', swapLink],
      ['[data-keyline-number]', swapMarked],
    ] as const) {
      if (root.matches(selector)) swap(root);
      for (const each of root.querySelectorAll(selector)) swap(each);
    }
  };
  const swapAll = () => {
    if (document.body) swapTree(document.body);
  };
  const watch = () =>
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'childList') for (const node of addedNodes) swapTree(node);
        else if (type === 'characterData') swapText(target);
        else if (target instanceof Element) swapLink(target);
      }
    }).observe(document.documentElement, { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ['href'] });

  const cut = (text: string, max: number) => text.slice(0, max);
  const send = async (path: string, body: Record<string, unknown>): Promise<Reply | null> => {
    try {
      // As text the request needs no preflight.
      const reply = await fetch(`${host}/dni/v1/${path}`, {
        method: 'POST',
        keepalive: true,
        credentials: 'omit',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify({ key, url: cut(location.href, 900), title: cut(document.title, 120), ga: readGa(), ...body }),
      });
      return reply.ok ? await reply.json() : null;
    } catch {
      return null;
    }
  };
  const take = (reply: Reply | null) => {
    if (!reply) return true;
    if (!isOn) return true;
    const { session, visitor, number, targets, holdSeconds: hold } = reply;
    if (!session || !visitor) {
      // No pool is for this visit, or it is over; with a number it is one that all visitors may see.
      save({ session: undefined, number: null });
      setNumber(number, number ? targets : saved.targets);
      return false;
    }
    save({ visitor, session, number, targets, hold, seen: Date.now() });
    setNumber(number, targets);
    return true;
  };
  let isOn = false;
  /** Without an answer a number runs out, and is another visitor's then. */
  const isHeld = () => Date.now() - (saved.seen ?? 0) < (saved.hold ?? 0) * 1_000;
  const begin = async () => {
    const referrer = document.referrer.split(/[?#]/)[0] ?? '';
    take(await send('sessions', { session: saved.session, visitor: saved.visitor ?? readCookie(), referrer: cut(referrer, 300) }));
  };
  const beat = async (isView: boolean) => {
    if (saved.number && !isHeld()) setNumber(null, saved.targets);
    if (!isOn || document.visibilityState !== 'visible') return;
    // Without a session another page alone can be one that a pool is for.
    if (!saved.session) return isView ? begin() : undefined;
    // Answered without a session: this one is over.
    if (!take(await send('beats', { session: saved.session, isView }))) await begin();
  };

  let isInstalled = false;
  const start = () => {
    if (isOn || saved.off) return;
    isOn = true;
    // Still the visitor's: shown at once, before the server answers.
    if (isHeld()) setNumber(saved.number, saved.targets);
    void begin();
    if (!isInstalled) install();
    isInstalled = true;
  };
  const install = () => {
    watch();
    // Nodes parsed after the first look are added to the tree, and seen by the watcher.
    document.addEventListener('DOMContentLoaded', swapAll, { once: true });
    setInterval(() => void beat(false), beatMs);
    let path = location.pathname;
    const look = () => {
      if (location.pathname === path) return;
      path = location.pathname;
      const seen = path;
      // Sites set the title after the address; a page that is left before is none that was seen.
      setTimeout(() => {
        if (path === seen) void beat(true);
      }, 100);
    };
    for (const name of ['pushState', 'replaceState'] as const) {
      const inner = history[name].bind(history);
      history[name] = (...given) => {
        inner(...given);
        look();
      };
    }
    addEventListener('popstate', look);
    addEventListener('pageshow', (event) => {
      if (event.persisted) void beat(true);
    });
    document.addEventListener('visibilitychange', () => void beat(false));
  };

  const isRefused = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true;
  window.keyline = {
    consent: () => {
      if (!isRefused()) start();
    },
    optOut: () => {
      isOn = false;
      setNumber(null, saved.targets);
      // Nothing of the visitor stays in the browser but that they are out.
      saved = {};
      save({ off: true });
      writeCookie('', 0);
    },
    optIn: () => {
      save({ off: false });
      if (!isRefused()) start();
    },
  };
  if (isRefused() || own?.dataset.consent === 'wait') return;
  // A page that is drawn ahead is no visit until it is seen.
  if (Reflect.get(document, 'prerendering') === true) document.addEventListener('prerenderingchange', start, { once: true });
  else start();
})();

export {};
