/** Defences of the consumer catalog: a realm apart, strangers who sign up and strangers who are texted. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of our own files
import type { Removal } from './removal.ts';

const [codes, inviting, invitations] = ['server/domains/catalog/codes.ts', 'server/domains/catalog/inviting.ts', 'server/domains/catalog/invitations.ts'];
const rls = 'server/db/migrations/0293_catalog_uploads.sql';
const server = 'tests/server/catalog.test.ts';
const coded = 'tests/server/catalog.codes.test.ts';
const invited = 'tests/server/catalog.invitations.test.ts';
const usage = 'tests/server/catalog.usage.test.ts';
const reviewed = 'tests/server/catalog.reviews.test.ts';

export const catalogRemovals: readonly Removal[] = [
  {
    defence: 'guesses at an account slow down, and lock nobody out',
    out: 'they are not counted',
    edits: [
      [
        'server/domains/catalog/signing.ts',
        '  const turns = await takeSlowTurns(`catalog ${to.address}`, request, services, tooManyTries);\n',
        '  const turns: never[] = [];\n',
      ],
    ],
    test: [server, 'is slowed down by wrong passwords'],
  },
  {
    defence: 'the catalog is closed until the operator opens it',
    out: 'nobody asks whether it is open',
    edits: [['server/http/authorize.ts', '(!services.config.hasCatalog || request.tenantHost)', '(request.tenantHost)']],
    test: [server, 'has none of it, for strangers and for who has a token'],
  },
  {
    defence: 'a code of the catalog has five tries',
    out: 'it is tried as often as one likes',
    edits: [[codes, "    .where('tries', '<', maxTries)\n", '']],
    test: [coded, 'a hundred guesses at once use five tries'],
  },
  {
    defence: 'a stranger’s guesses void nobody’s code of the catalog',
    out: 'every try counts at every code of the address',
    edits: [[codes, 'from === askedFrom', 'from !== null']],
    test: [coded, 'a hundred guesses of a stranger'],
  },
  {
    defence: 'an account buys twenty numbers in thirty days',
    out: 'those it deleted are not counted',
    edits: [['server/domains/catalog/numbers.ts', '  if (bought + count <= monthlyPurchases) return;\n', '  return;\n']],
    test: [server, 'an account buys twenty in thirty days'],
  },
  {
    defence: 'tries of a code of the catalog are counted one after the other',
    out: 'its row is not locked',
    edits: [[codes, "    .where('tries', '<', maxTries)\n    .forUpdate()\n", "    .where('tries', '<', maxTries)\n"]],
    test: [coded, 'a hundred guesses at once use five tries'],
  },
  {
    defence: 'row-level security: an account sees its own numbers',
    out: 'it sees those of all',
    edits: [
      [
        'server/db/migrations/0270_catalog.sql',
        'create policy own_account on catalog_numbers to keyline_app using (account_id = app_account_id())',
        'create policy own_account on catalog_numbers to keyline_app using (true)',
      ],
    ],
    test: [reviewed, 'the database itself keeps an account from publishing'],
  },
  {
    defence: 'row-level security: an account sees its own uploads',
    out: 'it sees those of all',
    edits: [
      [
        rls,
        'create policy own_account on catalog_uploads to keyline_app using (account_id = app_account_id())',
        'create policy own_account on catalog_uploads to keyline_app using (true)',
      ],
    ],
    test: [reviewed, 'the database itself keeps an account from publishing'],
  },
  {
    defence: 'an account hears its own channel alone',
    out: 'any channel of accounts is signed',
    edits: [
      [
        'server/domains/catalog/usage.ts',
        "  if (Number(digits) !== account.id) throw new AppError('forbidden');\n",
        "  if (digits === undefined) throw new AppError('forbidden');\n",
      ],
    ],
    test: [usage, 'an account hears its own channel alone'],
  },
  {
    defence: 'a subscription of an account ends with its session',
    out: 'nobody looks',
    edits: [['server/realtime/createRealtime.ts', 'accounts.length === 0 ? [] : await', 'accounts.length >= 0 ? [] : await']],
    test: [usage, 'a subscription ends with its session'],
  },
  {
    defence: 'STOP keeps an invitation from being sent',
    out: 'the worker does not ask',
    edits: [[inviting, 'const reason = (await isCatalogOptedOut(phone))', "const reason = phone === ''"]],
    test: [invited, 'STOP keeps an invitation that waits'],
  },
  {
    defence: 'an account sends five invitations a day',
    out: 'it sends as many as it likes',
    edits: [[invitations, '  await checkDay(accountId);\n', '  if (accountId === 0) await checkDay(accountId);\n']],
    test: [invited, 'five a day'],
  },
  {
    defence: 'an invitation waits for the hours of who gets it',
    out: 'it is sent at any hour',
    edits: [[inviting, '  if (quiet !== null) {', '  if (quiet !== null && from === phone) {']],
    test: [invited, 'it waits for the hours'],
  },
  {
    defence: 'staff publish the text they have read',
    out: 'they publish the one that is there',
    edits: [['server/domains/catalog/reviews.ts', 'if (kept.revision !== revision)', 'if (kept.revision < revision)']],
    test: [reviewed, 'a review is seen by its author'],
  },
];
