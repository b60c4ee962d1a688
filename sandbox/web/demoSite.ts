/**
 * A website of three pages with a strict content policy, as a customer of the app has one: Harbor Bikes. Its number stands in four spellings; with the app's script in
 * it, each visitor sees a number of the pool. Links switch pages without loading one; `?plain` shows them as pages of their own.
 */
import { escapeHtml } from '../page.ts';

export const demoHost = 'harbor-bikes.example';

interface SiteSettings {
  /** Address of the app's script; null: the site doesn't have it. */
  readonly script: string | null;
  /** The shop's number, ten digits of North America. */
  readonly number: string;
}

export interface DemoSite {
  readonly settings: SiteSettings;
  set(change: Partial<SiteSettings>): void;
  /** A page or the site's own script; null for any other path. */
  render(path: string): { readonly type: string; readonly policy: string; readonly body: string } | null;
}

const titles = { '/': 'Harbor Bikes', '/pricing': 'Pricing', '/contact': 'Contact' } as const;
const isPage = (path: string): path is keyof typeof titles => Object.hasOwn(titles, path);

/** Text of each page, by its number in the four spellings. */
const texts: Readonly<Record<keyof typeof titles, (spell: Record<'dashes' | 'dots' | 'parens' | 'full', string>) => string>> = {
  '/': ({ dashes, full }) =>
    `<p>New and used bikes by the harbor since 1987.</p><p>Call us: <a href="tel:${full}">${dashes}</a></p><p>Workshop <span data-keyline-number>${dashes}</span></p>`,
  '/pricing': ({ dots, parens }) => `<p>City bikes from $390. Ask for an offer: ${dots}</p><p>Service from $45, ${parens}</p>`,
  '/contact': ({ full, parens }) => `<p>12 Pier Street. ${parens}</p><p>From abroad: ${full}</p><label>Your number <input value="${parens}"></label>`,
};

/** Switches pages without loading one, as single-page sites do. */
const siteScript = `
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-page]') : null;
  if (!link || location.search === '?plain') return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  show();
});
addEventListener('popstate', show);
function show() {
  const name = location.pathname.split('/').pop() || 'home';
  for (const page of document.querySelectorAll('main')) {
    page.hidden = page.id !== name;
    if (!page.hidden) document.title = page.querySelector('h1').textContent;
  }
}
show();
`;

/** Makes the site. */
export function createDemoSite(): DemoSite {
  let settings: SiteSettings = { script: null, number: '4155550100' };
  const render: DemoSite['render'] = (path) => {
    const app = settings.script === null ? '' : (URL.parse(settings.script)?.origin ?? '');
    const policy = `default-src 'none'; script-src 'self' ${app}; connect-src ${app || "'none'"}; style-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;
    if (path === '/site.js') return { type: 'text/javascript; charset=utf-8', policy, body: siteScript };
    if (!isPage(path)) return null;
    const [, area = '', exchange = '', line = ''] = /^(\d{3})(\d{3})(\d{4})$/.exec(settings.number) ?? [];
    const spell = {
      dashes: `${area}-${exchange}-${line}`,
      dots: `${area}.${exchange}.${line}`,
      parens: `(${area}) ${exchange}-${line}`,
      full: `+1${settings.number}`,
    };
    const pages = Object.entries(titles).map(
      ([page, title]) =>
        `<main id="${page.slice(1) || 'home'}"${page === path ? '' : ' hidden'}><h1>${escapeHtml(title)}</h1>${texts[isPage(page) ? page : '/'](spell)}</main>`,
    );
    const links = Object.entries(titles).map(([page, title]) => `<a data-page href="./${page.slice(1)}">${escapeHtml(title)}</a>`);
    const script = settings.script === null ? '' : `<script async src="${escapeHtml(settings.script)}"></script>`;
    return {
      type: 'text/html; charset=utf-8',
      policy,
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(titles[path])}</title>${script}<script defer src="./site.js"></script></head><body><nav>${links.join(' · ')}</nav>${pages.join('')}</body></html>`,
    };
  };
  return {
    get settings() {
      return settings;
    },
    set(change) {
      settings = { ...settings, ...change };
    },
    render,
  };
}
