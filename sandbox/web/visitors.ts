/** Visitors of the demo site who come from somewhere, look at pages and call the number they see. They speak to the app as its script does. */
import * as z from 'zod/mini';
import type { DemoSite } from './demoSite.ts';

export const visitorSources = ['google', 'microsoft', 'meta', 'organic', 'referral', 'direct'] as const;
type VisitorSource = (typeof visitorSources)[number];

interface VisitorsOptions {
  readonly site: DemoSite;
  /** Address of the site. */
  readonly getSiteUrl: () => string;
  readonly ring: (to: string) => Promise<unknown>;
}

const Reply = z.object({ session: z.nullable(z.string()), number: z.nullable(z.string()) });

/** Origins of visitors, as their address and browser state them. */
const origins: Readonly<Record<VisitorSource, { readonly query: string; readonly referrer?: string }>> = {
  google: { query: '?gclid=Cj0KCQjw-demo&utm_campaign=spring-bikes&utm_medium=cpc', referrer: 'https://www.google.com/' },
  microsoft: { query: '?msclkid=demo-click&utm_campaign=city-bikes', referrer: 'https://www.bing.com/' },
  meta: { query: '?fbclid=demo-click&utm_campaign=weekend-ride', referrer: 'https://www.facebook.com/' },
  organic: { query: '', referrer: 'https://duckduckgo.com/' },
  referral: { query: '', referrer: 'https://cycling-news.example/best-shops' },
  direct: { query: '' },
};
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1',
];
let visits = 0;

/** Plays one visit; why it can't be played, else nothing. */
export async function visit({ site, getSiteUrl, ring }: VisitorsOptions, source: VisitorSource, isCalling: boolean): Promise<string | undefined> {
  const [, app = '', key = ''] = /^(.*)\/dni\/([\w-]+)\/v1\.js$/.exec(site.settings.script ?? '') ?? [];
  if (key === '') return 'The demo site doesn’t have the script. Install it first.';
  visits += 1;
  const { query, referrer } = origins[source];
  const url = getSiteUrl();
  const post = async (path: string, body: Record<string, unknown>) => {
    const reply = await fetch(`${app}/dni/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: new URL(url).origin, 'user-agent': browsers[visits % browsers.length] ?? '' },
      body: JSON.stringify({ key, ...body }),
    });
    return reply.ok ? Reply.parse(await reply.json()) : null;
  };
  const begun = await post('sessions', { url: `${url}${query}`, title: 'Harbor Bikes', ...(referrer === undefined ? {} : { referrer }) });
  if (!begun?.session) return `No visit began. Create a pool for ${new URL(url).origin}, or wait: one address begins up to 30 visits per 20 minutes.`;
  await post('beats', { session: begun.session, url: `${url}pricing`, title: 'Pricing', isView: true });
  if (isCalling) await ring(begun.number ?? `+1${site.settings.number}`);
  return undefined;
}
