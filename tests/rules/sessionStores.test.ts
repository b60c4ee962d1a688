/** Nothing that one person typed, chose or was shown may be there for the next: every store outside of React is registered, or stands here with its reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyValues } from '#machines/contactEdit/index.ts';
import { blankDraft as blankPool } from '#machines/dniPool/index.ts';
import { blankDraft as blankStream } from '#machines/ga4Integration/index.ts';
import type { App } from '#src/api/app.ts';
import { armedCampaign } from '#src/features/campaigns/armedCampaign.ts';
import { companyView } from '#src/features/companies/data.ts';
import { contactForms } from '#src/features/contacts/form.ts';
import { inboxViews } from '#src/features/conversations/data.ts';
import { getThreadTarget, repeatThreadTarget } from '#src/features/conversations/threadTarget.ts';
import { frozenFeed } from '#src/features/dni/freezeStore.ts';
import { poolDrafts } from '#src/features/dni/poolStore.ts';
import { greetingDrafts } from '#src/features/greetings/form.ts';
import { ga4Drafts } from '#src/features/integrations/ga4Store.ts';
import { phoneLine } from '#src/features/phone/line.ts';
import { supportDraft, writeDraft } from '#src/features/support/draft.ts';
import { createViews } from '#src/panes/listViewStore.ts';
import { clearStores, listStores, registerStore } from '#src/store/sessionStores.ts';
import { announcement } from '#src/ui/announcer.ts';
import { notices } from '#src/ui/notices.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const sources = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** State of a module that is no store of a person, each with why. */
const reasons: Readonly<Record<string, string>> = {
  'src/api/preferences.ts last': 'when the save before has ended; what is asked for by one person is not saved for the next',
  'src/features/phone/ringTone.ts context': 'a sound',
  'src/features/phone/ringTone.ts timer': 'a sound; stopped with the phone',
  'src/api/prefetch.ts earlyReplies': 'emptied by prefetch.leave, which is registered',
  'src/api/prefetch.ts learned': 'paths of the first calls; what is kept of them is dropped by prefetch.leave',
  'src/store/sessionStores.ts stores': 'the register itself',
  'src/features/contactImports/reader.worker.ts sheet': 'in a thread that ends with its import, which is registered',
  'src/features/bulkAttributes/reader.worker.ts sheet': 'in a thread that ends with its update, which is registered',
  'src/features/bulkAttributes/UpdatePane.tsx columns': 'names of columns',
  'src/features/bulkAttributes/UpdatePane.tsx appliedColumns': 'names of columns',
  'src/app/panes.tsx definitions': 'kinds of panes, as the areas declare them',
  'src/app/panes.tsx components': 'components by kind of pane, no data',
  'src/app/pusherConnection.ts rejections': 'statuses by channel name, each taken out with the next try at its channel',
  'src/app/pusherConnection.ts pusher': 'the socket; its channels are left when the session closes',
  'src/features/auth/demoUsers.ts open': 'code that moves the keyboard in the list on the sign-in page',
  'src/features/auth/mailedToken.ts mailedToken': 'belongs to the address that was opened, not to who is signed in; the form takes it once',
  'src/features/activity/data.ts allActivity': 'the filter at first, which is never written',
  'src/features/companies/companyColumns.tsx membershipColumns': 'names of columns',
  'src/features/conversations/drafts.ts unsaved': 'drafts the browser would not store, named by person as the stored ones are: kept until that person returns',
  'src/shared/links.ts failedAt': 'a clock',
  'src/shared/links.ts findLink': 'code',
  'src/shared/links.ts loading': 'code',
  'src/features/notifications/alerts.ts audio': 'the device that plays the sound',
  'src/features/analytics/DashboardPane.tsx toTimeChart': 'charts, held as long as the reading they were made of',
  'src/features/analytics/DashboardPane.tsx toCompaniesChart': 'charts, held as long as the reading they were made of',
  'src/features/analytics/DashboardPane.tsx toReportChart': 'charts, held as long as the reading they were made of',
  'src/features/greetings/audio.ts audio': 'emptied by stopAudio, which is registered',
  'src/features/greetings/audio.ts playingStore': 'emptied by stopAudio, which is registered',
  'src/keys/listener.ts modifiers': 'names of keys',
  'src/palette/library.ts libraries': 'one per palette; emptied as the palette is',
  'src/palette/match/words.ts last': 'the last query as parsed, answered only to the same words typed again',
  'src/table/textWidth.ts knownWidths': 'widths of letters',
  'src/table/useColumns.ts noData': 'an empty list that is never written',
  'src/theme/theme.ts appearance': 'set anew when somebody enters; before that the device decides',
  'src/theme/theme.ts colors': 'code',
  'src/theme/theme.ts companyAccent': 'taken away by leave, set with a company',
  'src/ui/Icon.tsx loading': 'code',
  'src/ui/Icon.tsx more': 'code',
  'src/ui/Tooltip.tsx shown': 'tooltips on the screen, each taken away with its place',
  'src/ui/phone.ts loading': 'code',
  'src/ui/phone.ts parse': 'code',
  'src/ui/time.ts cache': 'formats by zone',
};

/** Factories the app calls once and keeps for the window. `registered as …`, or the reason it holds no data of a user. */
const factories: Readonly<Record<string, string>> = {
  createApi: 'holds nothing',
  createApp: 'its state is the person; the stores are emptied when that changes',
  createPendingTarget: 'the moment at which the focused pane was asked for',
  createBatches: 'registered as batches',
  createChangeHub: 'passes changes on, keeps those of one frame',
  createCompanySwitch: 'told that the company is lost',
  createAddressBar: 'reads what the others hold, emptied when the person leaves',
  createClosedPanes: 'registered as closed panes',
  createConversationListQuery: 'holds nothing',
  createContextSource: 'reads what the others hold',
  createDispatcher: 'registered as undo',
  createGrowingRegistry: 'commands, the same for everybody',
  createPatience: 'waits of the page, which name nobody',
  createPaneStateStore: 'told by panes that are drawn, which go with the person',
  createErrorNotifier: 'holds nothing',
  createFirstLayout: 'a layout by role',
  createFrecency: 'registered as ranking',
  createHost: 'made of the others',
  createHelp: 'registered as help',
  createKeyLayer: 'registered as keys that wait',
  createLater: 'holds the rest of the app',
  createLayoutSaver: 'saves for the person who made the change alone',
  createLibrary: 'the palette; registered as palette',
  createLiveKeys: 'reads what the others hold',
  createLogin: 'the login flow itself',
  createOutgoing: 'registered as outgoing messages',
  createPalette: 'registered as palette',
  createQueryClient: 'registered as query cache',
  createRealtime: 'told that the session is closed',
  createRecorder: 'registered as key recorder',
  createRoot: 'React',
  createSender: 'holds nothing',
  createSignal: 'holds nothing',
  createViewLayout: 'holds nothing',
  createWorkspace: 'registered as workspace; the layout is replaced as the next person enters',
};

/** Stores of flows: that they are stopped and forgotten is seen in `flowStore.test.ts`. */
const flowsIn = (text: string) => [...text.matchAll(/createFlowStore<[^(]*>\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name);
const flows = new Set(sources.flatMap(({ text }) => flowsIn(text)));

/** Names of stores as the source registers them. */
const registered = sources.flatMap(({ path, text }) => [
  ...[...text.matchAll(/registerStore\(\s*'([^']+)'/g)].map(([, name = '']) => name),
  ...flowsIn(text),
  ...[...text.matchAll(/createKeptDrafts(?:<[^(]*>)?\('([^']+)'/g)].map(([, name = '']) => name),
  ...(path === 'src/panes/listViewStore.ts' ? [] : [...text.matchAll(/createViews(?:<[^(]*>)?\('([^']+)'/g)].map(([, name = '']) => `view: ${name}`)),
]);

/** The text of each registration of a file: one line, or as far as the bracket at the start of one. */
const registrations = (text: string): string => [...text.matchAll(/^registerStore\((?:.*\);|[^\n]*\{\n[\s\S]*?^\}\);)$/gm)].map(([call]) => call).join('\n');

function* mutable(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    const name =
      /^(?:export )?let (\w+)/.exec(line)?.[1] ?? /^(?:export )?const (\w+)(?::[^=]+)? = (?:new (?!Intl\.)|create[A-Z]|make[A-Z]|\[\];|\{\};)/.exec(line)?.[1];
    if (/: readonly |: Readonly/.test(line) && !line.includes('let ')) continue;
    // Signals and clocks hold no data, contexts hold what is given to them, addresses read views; views, kept drafts and stores of flows register themselves.
    if (name !== undefined && !/= create(Signal|Clock|Context|Views|ViewAddress|FlowStore|KeptDrafts)[<(]/.test(line)) yield name;
  }
}

/** Finds the variables `create…Services` keeps between two calls and does not empty in a registration. */
function* kept(text: string): Generator<string> {
  for (const [body] of text.matchAll(/^(?:export )?(?:async )?function create[A-Z]\w*Services\([\s\S]*?^\}$/gm)) {
    const emptied = [...body.matchAll(/^ {2}registerStore\((?:.*\);|[^\n]*\{\n[\s\S]*?^ {2}\}\);)$/gm)].map(([call]) => call).join('\n');
    for (const [, name = ''] of body.matchAll(/^ {2}let (\w+)/gm)) if (!new RegExp(`\\b${name}\\b`).test(emptied)) yield name;
    for (const [, name = ''] of body.matchAll(/^ {2}const (\w+)(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap)\b|\[\];|\{\};)/gm))
      if (!new RegExp(`\\b${name}\\b`).test(emptied)) yield name;
  }
}

/** State inside of them that is no store of a person, each with why. */
const inServices: Readonly<Record<string, string>> = {
  'src/features/auth/sessionServices.ts given': 'the reason of the last impersonation, named by the one who gave it',
  'src/features/conversations/faxServices.ts issued': 'a random id, good for a document that is not chosen yet',
};

describe('state outside of React', () => {
  it('is registered, or named with the reason why it is no store of a person', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...mutable(text)].filter((name) => !new RegExp(`\\b${name}\\b`).test(registrations(text))).map((name) => `${path} ${name}`),
    );
    expect(found.filter((name) => reasons[name] === undefined)).toEqual([]);
    expect(Object.keys(reasons).filter((name) => !found.includes(name))).toEqual([]);
  });

  it('that the app makes once is registered, too', () => {
    const shell = sources.filter(({ path }) => /^src\/app\/(createApp|main|deferredShell|commandHost|sessionLifecycle)\.tsx?$/.test(path));
    const made = new Set(
      shell.flatMap(({ text }) => [...text.matchAll(/\b(create[A-Z]\w*)\(/g)].map(([, name = '']) => name)).filter((name) => !name.endsWith('Services')),
    );
    expect(shell).toHaveLength(5);
    expect([...made].filter((name) => factories[name] === undefined)).toEqual([]);
    const promised = Object.values(factories).flatMap((reason) => /registered as ([\w -]+)/.exec(reason)?.[1] ?? []);
    expect(promised.filter((name) => !registered.includes(name))).toEqual([]);
  });

  it('inside of what makes services is registered, too', () => {
    const found = sources.flatMap(({ path, text }) => [...kept(text)].map((name) => `${path} ${name}`));
    expect(found.filter((name) => inServices[name] === undefined)).toEqual([]);
    expect(Object.keys(inServices).filter((name) => !found.includes(name))).toEqual([]);
  });

  it('has a name of its own', () => {
    expect(registered.filter((name, at) => registered.indexOf(name) !== at)).toEqual([]);
    expect(registered.length).toBeGreaterThan(25);
  });
});

/** Stores that are filled and emptied here, with what each then shows. */
const filled: Readonly<Record<string, { readonly fill: () => void; readonly shows: () => unknown }>> = {
  'phone line': { fill: () => phoneLine.set({ kind: 'ready' }), shows: () => phoneLine.get() },
  dniFrozenFeed: { fill: () => frozenFeed.set({ companyId: 1, rows: [] }), shows: () => frozenFeed.get() },
  'contact forms': {
    fill: () => {
      const { actor } = contactForms.get({} as App, { companyId: 1, contactId: null });
      actor.send({ type: 'contact.opened', before: emptyValues, field: 'name', prefill: null });
      actor.send({ type: 'field.typed', field: 'name', text: 'zebra' });
    },
    shows: () => contactForms.entries().map(({ entry }) => entry.actor.getSnapshot().context.values),
  },
  'DNI pool drafts': { fill: () => poolDrafts.keep(1, { ...blankPool, name: 'zebra' }), shows: () => [...poolDrafts.store.get()] },
  'GA4 drafts': { fill: () => ga4Drafts.keep(1, { ...blankStream, measurementId: 'zebra' }), shows: () => [...ga4Drafts.store.get()] },
  'greeting drafts': {
    fill: () => greetingDrafts.keep(1, { id: null, name: 'zebra', content: '', voice: '', file: null }),
    shows: () => [...greetingDrafts.store.get()],
  },
  'armed campaign': { fill: () => armedCampaign.set({ companyId: 1, id: 1, title: 'zebra', until: 0 }), shows: () => armedCampaign.get() },
  announcements: { fill: () => announcement.set({ turn: announcement.get().turn + 1, text: 'zebra' }), shows: () => announcement.get().text },
  notices: { fill: () => notices.notify({ tone: 'danger', message: 'zebra' }), shows: () => notices.snapshot() },
  'thread target': { fill: () => repeatThreadTarget({ conversationId: 1, itemId: 2 }), shows: () => getThreadTarget() },
  'support draft': { fill: () => writeDraft({ message: 'zebra' }), shows: () => supportDraft.get().message },
  'view: companies': { fill: () => companyView.set({ q: 'zebra' }), shows: () => companyView.get() },
  'view: inbox': { fill: () => inboxViews.change(1, { filter: { q: 'zebra' } }), shows: () => inboxViews.get(1) },
};
const lists = createViews<{ readonly q?: string }>('any list', {});
/** Stores that somebody else fills in e2e/nextPerson.spec.ts and reads again as another person, and those that only hold what that person's calls brought. */
const elsewhere: Readonly<Record<string, string>> = {
  'account dialog': 'closed with its person',
  'places of new campaigns': 'numbers that tell flows apart, no words',
  batches: 'stopped; followed by their company',
  'company creation': 'tests/rules/lateReplies.test.ts',
  faxes: 'files chosen for a fax: gone with the palette that asks for them, named by a random id',
  'early answers': 'answers of the start',
  'closed panes': 'tests/rules/views.test.ts',
  'greeting heard': 'a sound',
  help: 'closed with its person',
  'key recorder': 'cancelled',
  'keys that wait': 'tests/rules/heldKeys.test.ts',
  'notes tried': 'named by person as well',
  'outgoing messages': 'e2e',
  palette: 'e2e, and tests/models/palette.test.ts',
  'password reset': 'goes with its page',
  phone: 'flows and device of a company: stopped with its person',
  'peaks of recordings': 'drawings by address of a file',
  'query cache': 'e2e',
  ranking: 'read anew for who comes',
  'sign-up form': 'goes with its page',
  'typing ahead': 'taken off the page',
  undo: 'e2e',
  workspace: 'e2e',
};

describe('a registered store', () => {
  it.each(Object.entries(filled))('of %s is empty for the next person', (_, { fill, shows }) => {
    clearStores('person');
    const before = shows();
    fill();
    expect(shows()).not.toEqual(before);
    clearStores('person');
    expect(shows()).toEqual(before);
  });

  it('of the search in a list is empty for the next person', () => {
    lists.set(1, { q: 'zebra' });
    clearStores('person');
    expect(lists.get(1)).toEqual({});
  });

  it('is filled in a test, or named with what there is to see of it', () => {
    const known = (name: string) => name.startsWith('view: ') || flows.has(name) || filled[name] !== undefined || elsewhere[name] !== undefined;
    expect(registered.filter((name) => !known(name))).toEqual([]);
    expect([...Object.keys(filled), ...Object.keys(elsewhere)].filter((name) => !registered.includes(name))).toEqual([]);
  });
});

describe('the register', () => {
  const emptied: string[] = [];
  afterEach(() => {
    emptied.length = 0;
    for (const name of ['tried', 'tried in company', 'broken']) registerStore(name, () => undefined);
  });

  it('empties what belongs to the company when it is left, and all when the person leaves', () => {
    registerStore('tried', () => emptied.push('person'));
    registerStore('tried in company', () => emptied.push('company'), 'company');
    clearStores('company');
    expect(emptied).toEqual(['company']);
    clearStores('person');
    expect(emptied.sort()).toEqual(['company', 'company', 'person']);
  });

  it('empties the others when one fails, reports which, and keeps nobody from leaving', () => {
    registerStore('broken', () => {
      throw new Error('no');
    });
    registerStore('tried', () => emptied.push('person'));
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    clearStores('person');
    vi.unstubAllGlobals();
    expect(emptied).toEqual(['person']);
    expect(reported.mock.calls).toEqual([[new Error('The store broken could not be emptied')]]);
    expect(listStores().map(({ name }) => name)).toContain('broken');
  });
});
