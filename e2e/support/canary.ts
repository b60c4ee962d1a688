/** Words nobody would write, in everything a company keeps, and a watch in the page that looks for them where they must not be. */
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Stack } from './stack.ts';

/** A company, its slug as the page shows it, and its word. */
export interface Marked {
  readonly id: number;
  readonly slug: string;
  readonly word: string;
}

/** Puts the word before every text a company keeps. */
export async function mark({ owner }: Pick<Stack, 'owner'>, { id, word }: Marked): Promise<void> {
  const begin = sql<string>`${`${word} `}::text`;
  await owner
    .updateTable('items')
    .set({ body: sql<string>`${begin} || body` })
    .where('company_id', '=', id)
    .where('body', 'is not', null)
    .execute();
  await owner
    .updateTable('contacts')
    .set({ name: sql<string>`${begin} || name` })
    .where('company_id', '=', id)
    .execute();
  await owner
    .updateTable('phone_numbers')
    .set({ label: sql<string>`${begin} || label` })
    .where('company_id', '=', id)
    .execute();
  await owner
    .updateTable('notes')
    .set({ body: sql<string>`${begin} || body` })
    .where('company_id', '=', id)
    .execute();
  await sql`update conversations set latest = jsonb_set(latest, '{text}', to_jsonb(${begin} || (latest ->> 'text'))) where company_id = ${id} and latest ->> 'text' is not null`.execute(
    owner,
  );
}

/** Looks at every frame, at what is stored, at what the page asks for and says; gathers what is found where it must not be. */
export async function watch(page: Page, companies: readonly Marked[]): Promise<{ leaks(): Promise<readonly string[]>; readonly seen: Set<string> }> {
  const found: string[] = [];
  const seen = new Set<string>();
  const words = companies.map(({ word }) => word);
  const others = (id: string) => companies.filter((company) => String(company.id) !== id).map(({ word }) => word);
  page.on('console', (message) => {
    if (words.some((word) => message.text().includes(word))) found.push(`the page’s own log: ${message.text().slice(0, 200)}`);
  });
  page.on('response', async (response) => {
    const id = response.request().headers()['x-company-id'];
    if (id === undefined) return;
    const text = await response.text().catch(() => '');
    for (const word of words) if (text.includes(word)) seen.add(word);
    if (others(id).some((word) => text.includes(word))) found.push(`an answer for company ${id}: ${response.url()}`);
  });
  await page.exposeFunction('tellLeak', (what: string) => void found.push(what));
  await page.addInitScript(
    (known) => {
      const tell = (what: string) => Reflect.get(window, 'tellLeak')(what);
      const look = () => {
        const slug = document.querySelector('[data-flow="companySwitch"]')?.getAttribute('data-company') ?? '';
        const html = document.documentElement.innerHTML;
        for (const { slug: own, word, id } of known) {
          if (own !== slug && html.includes(word))
            tell(`on the screen of ${slug}: ${html.slice(Math.max(0, html.indexOf(word) - 150), html.indexOf(word) + 60)}`);
          if (location.href.includes(word)) tell(`in the address: ${location.href}`);
          for (const storage of [localStorage, sessionStorage]) {
            for (const [key, value] of Object.entries(storage)) {
              const isOwnDraft = key.startsWith('keyline.draft.') && key.split('.')[3] === String(id);
              if (!isOwnDraft && `${key} ${value}`.includes(word)) tell(`in storage: ${key}`);
            }
          }
        }
      };
      const eachFrame = () => {
        look();
        requestAnimationFrame(eachFrame);
      };
      // Between frames, too: as soon as another company's name stands there, nothing of the one before may.
      const atOnce = new MutationObserver(look);
      document.addEventListener('DOMContentLoaded', () => {
        requestAnimationFrame(eachFrame);
        atOnce.observe(document.body, { subtree: true, attributeFilter: ['data-company'] });
      });
    },
    companies.map(({ id, slug, word }) => ({ id, slug, word })),
  );
  return {
    seen,
    leaks: async () => {
      // A frame after the last thing that was done.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return [...new Set(found)];
    },
  };
}
