/** Calls in the app between two browsers with the carrier's own SDK: from its offer to the card, from the key to sound both ways, gone elsewhere, and a reload while it rings. */
import type { Page } from '@playwright/test';
import { openChromium } from '../lib/browser.ts';
import { openSignedIn, startProduct } from '../lib/product.ts';
import { computeSpread } from '../lib/stats.ts';
import type { Row } from '../lib/table.ts';

const rounds = 40;
const warmUps = 5;
const reloads = 20;
const fakeSound = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
];

/** Moments of a call in a window, in ms since the epoch; 0 for what has not been. */
interface Moments {
  invitedAt: number;
  /** The frame after the card rang, and after it said that it is over. */
  rangAt: number;
  overAt: number;
  pressedAt: number;
  /** Sound has come, and has gone out. */
  soundAt: number;
}
declare global {
  interface Window {
    phoneMoments: Moments;
  }
}

/** Notes the moments, in the page. */
function probe(): void {
  const now = () => performance.timeOrigin + performance.now();
  const blank = (): Moments => ({ invitedAt: 0, rangAt: 0, overAt: 0, pressedAt: 0, soundAt: 0 });
  window.phoneMoments = blank();
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"type":"invite"')) window.phoneMoments.invitedAt ||= now();
      });
    }
  };
  const Peer = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      const timer = setInterval(async () => {
        if (this.signalingState === 'closed') return clearInterval(timer);
        const all = [...(await this.getStats()).values()];
        const has = (type: string, count: string) => all.some((each) => each.type === type && each[count] > 0);
        if (!has('inbound-rtp', 'packetsReceived') || !has('outbound-rtp', 'packetsSent')) return;
        window.phoneMoments.soundAt ||= now();
        clearInterval(timer);
      }, 5);
    }
  };
  addEventListener('keydown', () => Object.assign(window.phoneMoments, { pressedAt: now() }), true);
  const note = (name: 'rangAt' | 'overAt') =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.phoneMoments[name] ||= now();
      }),
    );
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => {
      const state = document.querySelector('[data-flow="inAppCallIncoming"]')?.getAttribute('data-state');
      if (state === 'ringing' && window.phoneMoments.rangAt === 0) note('rangAt');
      // The card of the call before may still be there.
      if (state === 'ended' && window.phoneMoments.rangAt > 0 && window.phoneMoments.overAt === 0) note('overAt');
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'] }),
  );
}

const begin = (page: Page) =>
  page.evaluate(() => {
    window.phoneMoments = { invitedAt: 0, rangAt: 0, overAt: 0, pressedAt: 0, soundAt: 0 };
  });

/** Waits for a moment; all of them. */
async function waitFor(page: Page, name: keyof Moments): Promise<Moments> {
  await page.waitForFunction((wanted) => window.phoneMoments[wanted] > 0, name, { polling: 20 });
  return page.evaluate(() => window.phoneMoments);
}

/** Lets the person take calls, and, where they may change it, a number of the company ring in the app; the number. */
const arrange = (page: Page, mayChange: boolean) =>
  page.evaluate(async (isAdministrator) => {
    const companies = await (await fetch('/api/me/companies')).json();
    const slug = document.querySelector('[data-company]')?.getAttribute('data-company');
    const { id } = companies.data.find((entry: { slug: string }) => entry.slug === slug);
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '');
    const headers = { 'x-company-id': String(id), 'x-xsrf-token': token, 'content-type': 'application/json' };
    const send = async (method: string, path: string, body: object) => {
      const response = await fetch(`/api${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    };
    const list = await (await fetch(`/api/companies/${id}/conversations?perPage=1`, { headers })).json();
    const { number } = list.data[0];
    await send('POST', `/companies/${id}/in-app-calling/status`, { status: 'active' });
    const route = { extension: 1, type: 'in-app-calling', timeout: 60, forwards: [] };
    if (isAdministrator) await send('PUT', `/numbers/${number.id}`, { routes: [route] });
    return String(number.number);
  }, mayChange);

/** Measures. */
export async function phone(): Promise<Row[]> {
  const product = await startProduct();
  const browser = await openChromium(false, fakeSound);
  try {
    const control = (what: string, body: object) =>
      fetch(`${product.sandboxUrl}/control/${what}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await control('pause', { paused: true });
    const [ana, uma] = [await openSignedIn(browser, product.url, 'ana@northwind.example'), await openSignedIn(browser, product.url, 'uma@northwind.example')];
    let to = '';
    for (const page of [uma, ana]) {
      await page.context().grantPermissions(['microphone']);
      to = await arrange(page, page === ana);
      await page.addInitScript(probe);
      await page.reload();
      await page.getByText('Calls ring here').waitFor();
    }
    let nth = 0;
    const ring = async () => {
      nth += 1;
      for (const page of [ana, uma]) await begin(page);
      await control('script', { to, from: `+1503556${String(nth).padStart(4, '0')}`, talkSeconds: 3_600 });
      return Promise.all([ana, uma].map((page) => waitFor(page, 'rangAt')));
    };
    const shown: number[] = [];
    const heard: number[] = [];
    const gone: number[] = [];
    for (let round = 0; round < rounds + warmUps; round += 1) {
      const cards = await ring();
      await ana.keyboard.press('a');
      const { pressedAt, soundAt } = await waitFor(ana, 'soundAt');
      const { overAt } = await waitFor(uma, 'overAt');
      await ana.waitForSelector('[data-flow="inAppCallIncoming"][data-state="connected"]');
      await ana.keyboard.press('Shift+X');
      await waitFor(ana, 'overAt');
      if (round < warmUps) continue;
      shown.push(...cards.map(({ invitedAt, rangAt }) => rangAt - invitedAt));
      heard.push(soundAt - pressedAt);
      gone.push(overAt - pressedAt);
    }
    const again: number[] = [];
    for (let round = 0; round < reloads; round += 1) {
      await ring();
      await ana.reload();
      const { rangAt } = await waitFor(ana, 'rangAt');
      again.push(rangAt - (await ana.evaluate(() => performance.timeOrigin)));
      await ana.getByText('Calls ring here').waitFor();
      await uma.keyboard.press('a');
      await uma.waitForSelector('[data-flow="inAppCallIncoming"][data-state="connected"]');
      await uma.keyboard.press('Shift+X');
      await waitFor(uma, 'overAt');
      await waitFor(ana, 'overAt');
    }
    return [
      { work: 'Phone: offer to the card painted, in two browsers', ours: computeSpread(shown), peers: [], bar: { at: 'p95', most: 150 } },
      { work: 'Phone: `a` to sound both ways, on loopback', ours: computeSpread(heard), peers: [], bar: { at: 'p95', most: 500 } },
      { work: 'Phone: `a` to gone in another’s browser', ours: computeSpread(gone), peers: [], bar: { at: 'p95', most: 300 } },
      { work: 'Phone: reload while it rings, to the card painted', ours: computeSpread(again), peers: [], bar: { at: 'p95', most: 1_000 } },
    ];
  } finally {
    await browser.close();
    await product.close();
  }
}
