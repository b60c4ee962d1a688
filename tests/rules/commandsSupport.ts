/** A context and services made by hand, for asking commands outside of a browser. */
import { checkAvailability } from '#commands/core/availability.ts';
import type { Services } from '#commands/core/services.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import type { Call, CallDetail } from '#contract/calls/entities.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import type { Conversation } from '#contract/conversations/entities.ts';
import { listPermissions } from '#contract/core/permissions.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';

export const company = (id: number, name: string): CompanySlim => ({
  id,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  timezone: 'America/New_York',
  accent: '#3366cc',
  ownAccent: '#3366cc',
  logoUrl: null,
  status: 'active',
  organizationId: 1,
  organizationName: 'Harbor Group',
  actAs: 'owner',
  unreadCount: 0,
  linksEnabled: false,
  isOnboardingRequired: false,
  awaitsApproval: false,
});

export const conversation = (id: number, changes: Partial<Conversation> = {}): Conversation => ({
  id,
  conversationId: id,
  lastActivityAt: '2026-11-01T10:00:00Z',
  recipient: '+14155550134',
  number: { id: 1, label: 'Main line', number: '+14155550100', isSmsEnabled: true, isCallTranscriptionEnabled: false },
  contact: null,
  latestItem: null,
  numUnreadItems: 0,
  isArchived: false,
  isBlocked: false,
  isLead: false,
  isAppointment: false,
  isOptedOut: false,
  hasOptOutReview: false,
  ...changes,
});

/** A number of the company, active and able to text. */
export const number = (id: number, changes: Partial<PhoneNumber> = {}): PhoneNumber => ({
  id,
  label: `Line ${id}`,
  number: `+1415555${String(id).padStart(4, '0')}`,
  status: 0,
  category: 1,
  providerId: 1,
  type: 1,
  lineType: 1,
  callTranscriptionEnabled: false,
  smsEnabled: true,
  routingType: 'standard',
  forwardNumber: null,
  hoursLabel: '24/7',
  unreadMessagesCount: 0,
  calls30Days: 0,
  tags: [],
  eavAttributeValues: [],
  vanity: null,
  monthlyCost: 1.15,
  createdAt: '2026-01-01T00:00:00Z',
  ...changes,
});

/** A contact nobody has changed. */
export const dana: Contact = {
  id: 5,
  name: 'Dana Whitfield',
  number: '+14155550134',
  companyName: null,
  email: 'dana.w@example.com',
  address1: null,
  address2: null,
  city: 'Oakland',
  state: 'CA',
  zip: null,
  notes: null,
  createdAt: '2026-11-03T10:00:00Z',
  updatedAt: '2026-11-03T10:00:00Z',
  optinType: 'inbound',
  optinSource: null,
  addedAt: '2026-11-03T10:00:00Z',
  isInvalid: false,
  isUnsubscribed: false,
  otherNumbers: [],
  groups: [],
  labels: [],
  custom: { country: null, title: 'Driver' },
};
/** A call of somebody outside to the main line. */
export const call = (id: number, changes: Partial<Call> = {}): Call => ({
  id,
  conversationId: 7,
  recipient: '+14155550134',
  contact: null,
  number: { id: 1, label: 'Main line', number: '+14155550100' },
  isInbound: 1,
  result: 'answered',
  startedAt: '2026-11-01T10:00:00Z',
  ringSeconds: 4,
  duration: 60,
  answeredBy: null,
  isFirstContact: true,
  ascOptions: { isLead: false, isAppointment: false },
  qualification: null,
  value: null,
  department: null,
  outcome: null,
  tags: [],
  hasMedia: false,
  hasTranscription: false,
  ...changes,
});

/** Calls chosen in their list. */
export const callsChosen = (...rows: readonly Call[]): Partial<Context> => ({
  focus: {
    scopes: ['calls', 'list', 'workspace', 'global'],
    pane: null,
    rows: { kind: 'call', rows, mode: rows.length === 1 ? 'cursor' : 'rows', count: rows.length },
    columns: [],
    canGoBack: false,
  },
});

/** Somebody of a role, signed in, with the inbox in focus. */
export function context(changes: Partial<Context> = {}, role: 'owner' | 'administrator' | 'billing' | 'reporting' | 'user' = 'owner'): Context {
  return {
    focus: {
      scopes: ['inbox', 'list', 'workspace', 'global'],
      pane: { id: 'p1', kind: 'inbox', title: 'Inbox' },
      rows: { kind: 'conversation', rows: [conversation(7)], mode: 'cursor', count: 1 },
      columns: [],
      canGoBack: false,
    },
    favorites: [],
    reportMails: [],
    user: {
      id: 1,
      email: 'ana@example.com',
      name: 'Ana K.',
      firstName: 'Ana',
      lastName: 'K.',
      timezone: 'America/New_York',
      supportPins: [],
      readWhatsNewAt: null,
      createdAt: '2026-01-01T00:00:00Z',
      isStaff: false,
      hasMfa: false,
      mfaFreshUntil: null,
      isAdmin: false,
      impersonatedBy: null,
      sessionId: 's1',
      iapId: 'i1',
    },
    company: { id: 1, name: 'Northwind Motors', role, timezone: 'America/New_York' },
    companies: [company(1, 'Northwind Motors'), company(2, 'Adams Landscaping')],
    permissions: new Set(listPermissions(role)),
    open: {},
    flagged: null,
    newsEntry: null,
    attributeColumns: null,
    supportFiles: null,
    importSheet: null,
    campaignDraft: null,
    callView: null,
    composer: null,
    recording: null,
    panes: [{ id: 'p1', kind: 'inbox', title: 'Inbox' }],
    layouts: [],
    savedViews: [],
    openable: [{ kind: 'contacts', title: 'Contacts', icon: 'users' }],
    neighbours: [],
    canReopen: false,
    numbers: [],
    areNumbersHere: false,
    isApiKeyShown: false,
    isHookSecretShown: false,
    tags: [],
    flows: {},
    online: true,
    sandbox: false,
    demoUsers: [],
    hasSpeech: true,
    faxes: true,
    undoable: null,
    preferences: {
      theme: 'dark',
      density: 'normal',
      holdSeconds: 5,
      pinnedCompanyIds: [],
      lastCompanyId: 1,
      desktopTypes: [],
      soundTypes: [],
      quietNumberIds: [],
      firstSteps: { done: [], view: 'open' },
    },
    keymap: { preset: 'keyline', singleKeys: true, overrides: {} },
    commands: [],
    ...changes,
  };
}

/** Call of a service, in order: `notices.show` and its arguments. */
type Done = readonly [name: string, ...args: unknown[]];

/** Services that write down what is asked of them; `answers` says what a call resolves to, by its dotted name. */
export function services(answers: Readonly<Record<string, (...args: never[]) => unknown>> = {}): { services: Services; done: Done[] } {
  const done: Done[] = [];
  const area = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) =>
        path === '' && name === 'supportEmail'
          ? 'help@keyline.example'
          : typeof name === 'string' && name !== 'then'
            ? area(path === '' ? name : `${path}.${name}`)
            : undefined,
      apply: (_, __, args: never[]) => {
        done.push([path, ...args]);
        const answer = answers[path];
        return answer ? answer(...args) : path.startsWith('palette.is') ? false : Promise.resolve({});
      },
    });
  return { services: area('') as Services, done };
}

/** A call as its own pane has it: nothing was recorded, said or noted. */
export const detailOf = (id: number): CallDetail => ({
  ...call(id),
  media: null,
  steps: [],
  note: null,
  history: { firstCallDate: null, totalCalls: 1 },
  transcription: null,
  customAttributeValues: [],
});

/** Why a command cannot be run now, in its own words; null when it can. */
export function reason(id: string, now: Context): string | null {
  const command = registry.get(id);
  if (!command) throw new Error(`There is no command ${id}`);
  const given = checkAvailability(command, now);
  return given.ok ? null : given.reason;
}
