/** Agreement of the panes: the row that is marked, the conversation, the contact and the call beside it are one person, and a command acts on them. */
import type { Page } from '@playwright/test';

/** Names of the people each pane shows, as the page has them; a pane without a person is left out, a pinned one says so itself. */
export const readShown = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    const plain = (text: string | null | undefined) => (text ?? '').replace(/[‐-―]/g, '-').replace(/\s+/g, ' ').trim();
    const cells = { inbox: 2, calls: 2, contacts: 1, activity: 2 } as const;
    const heads = { conversation: 'Conversation', call: 'Call' } as const;
    const found: Record<string, string> = {};
    for (const pane of document.querySelectorAll('[data-pane]')) {
      const kind = pane.getAttribute('data-pane') ?? '';
      if (!pane.checkVisibility() || pane.querySelector('[data-pinned]')?.checkVisibility()) continue;
      const row = [...pane.querySelectorAll('[data-cursor]')].find((each) => each.checkVisibility());
      const lead = row?.querySelector('[data-rank="lead"]');
      if (kind in cells && lead) found[kind] = plain(lead.textContent);
      if (kind === 'conversation' || kind === 'call') {
        const head = [...pane.querySelectorAll('h2')].find((each) => each.checkVisibility());
        const who = plain(head?.textContent);
        if (who !== '' && who !== heads[kind]) found[kind] = who;
      }
      const name = kind === 'contact' ? [...pane.querySelectorAll('h3')].find((each) => each.checkVisibility()) : undefined;
      if (name) found[kind] = plain(name.textContent);
    }
    return found;
  });

/** Faults in what the page shows: a marked row out of sight, and a row that a command would act on though another is marked. */
const listMarkFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const context = window.appHost?.source.get();
    for (const row of document.querySelectorAll('[data-pane] [data-cursor]')) {
      const grid = row.closest('[role="grid"]');
      if (!grid || !row.checkVisibility()) continue;
      const [mark, frame] = [row.getBoundingClientRect(), grid.getBoundingClientRect()];
      if (mark.top < frame.top - 1 || mark.bottom > frame.bottom + 1)
        faults.push(`the marked row of ${row.closest('[data-pane]')?.getAttribute('data-pane')} is out of sight`);
    }
    const rows = context?.focus.rows;
    // An item that a search found is acted on as its conversation; its row is the item's, of which a conversation may have several.
    const idOf = (row: object): unknown =>
      'hit' in row && typeof row.hit === 'object' && row.hit !== null && 'id' in row.hit
        ? -Number(row.hit.id)
        : Reflect.get(row, 'id' in row ? 'id' : 'number');
    const ids = rows?.rows.map((row) => String(idOf(row))) ?? [];
    const pane = document.querySelector('[data-pane][data-focused="true"]');
    const marked = [...(pane?.querySelectorAll('[data-cursor]') ?? [])].find((row) => row.checkVisibility())?.getAttribute('data-row');
    if (rows?.mode === 'cursor' && marked != null && !ids.includes(marked)) faults.push(`${rows.kind} ${ids.join()} is acted on, ${marked} is marked`);
    return faults;
  });

/** What does not agree now; empty where everything does. */
export async function listDisagreements(page: Page): Promise<readonly string[]> {
  const shown = await readShown(page);
  const people = new Set(Object.values(shown));
  return [
    ...(people.size > 1
      ? [
          Object.entries(shown)
            .map(([pane, who]) => `${pane}: ${who}`)
            .join(', '),
        ]
      : []),
    ...(await listMarkFaults(page)),
  ];
}
