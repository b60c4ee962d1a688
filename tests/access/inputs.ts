/** For every route an input that fits its schema, about the row a case of the policy asks for. Changing routes get a fresh row each time. */

import { toDocumentPdf } from '#sandbox/fax/pdf.ts';
import { formatFileUrl } from '#server/files/links.ts';
import type { Client, FormFile } from '../server/client.ts';
import { callInputs } from './inputsCalls.ts';
import { numberInputs } from './inputsNumbers.ts';
import { outsider, randomKey } from './outsiders.ts';
import { insertBlock, insertFax, insertNumber, insertPurchase } from './rows.ts';
import type { Row } from './rule.ts';
import { type House, type InputOf, nowhere, type Scene, type World } from './scene.ts';

const none: InputOf = () => ({});

const lineOf = ({ row }: Scene): 0 | 1 => (row === 'others' ? 1 : 0);

const threadOf = (scene: Scene, given?: Parameters<House['thread']>[1]) => scene.rows.thread(lineOf(scene), given);

const deviceName = 'keyline-a-phone';

const byLine = (scene: Scene) => ({ params: { id: scene.rows.lines[lineOf(scene)].id } });

const byThread: InputOf = async (scene) => ({ params: { id: (await threadOf(scene)).id } });

const byItem: InputOf = async (scene) => {
  const { id, itemId } = await threadOf(scene);
  return { params: { id, itemId } };
};

const waiting: InputOf = async (scene) => ({ params: { itemId: (await threadOf(scene, { state: 'held' })).itemId } });

const byContact =
  (deleted: boolean): InputOf =>
  async ({ rows }) => ({ params: { id: await rows.contact({ deleted }) } });

const numberOf = (scene: Scene): Promise<number> => scene.rows.row(insertNumber);

const silencing: InputOf = (scene) => ({ body: { numberIds: [scene.rows.lines[lineOf(scene)].id], channelTypes: ['calls'] } });

const company: InputOf = ({ house }) => ({ params: { id: house.company.id } });

const organization: InputOf = ({ rows }) => ({ params: { id: rows.organization.id } });

const creator = (scene: Scene) => (scene.row === 'others' ? null : scene.personId);

const provider = { provider: 'nobody' };

const auth: Readonly<Record<string, InputOf>> = {
  csrfCookie: none,
  login: () => ({ body: { email: `${randomKey('nobody')}@example.com`, password: 'a wrong password' } }),
  mfa: () => ({ body: { code: '000000' } }),
  createTokenSession: () => ({ body: { email: `${randomKey('nobody')}@example.com`, password: 'a wrong password', deviceName } }),
  mfaToken: () => ({ body: { mfaToken: randomKey('token'), code: '000000', deviceName } }),
  refreshTokenSession: () => ({ body: { refreshToken: randomKey('token') } }),
  clearTokenSessions: none,
  logout: none,
  providerRedirect: () => ({ params: provider }),
  providerCallback: () => ({ params: provider, body: { code: 'a-code', state: 'a-state' } }),
  providerToken: () => ({ params: provider, body: { idToken: 'an.id.token', deviceName } }),
  providers: none,
  createRemoteLogin: ({ world, rows }) => ({
    body: { userId: rows === nowhere ? nowhere.company.id : world.actors['B user'].person?.id, reason: 'They asked for help' },
  }),
  remoteLogin: async ({ world, client, row }) => ({ params: { id: row === 'own' ? await remoteLoginOf(world, client) : 'a'.repeat(43) } }),
  leaveRemoteLogin: none,
  staffUsers: () => ({ query: { q: 'birch' } }),
  staffCompanies: () => ({ query: { q: 'birch' } }),
  currentUser: none,
  whatsNewRead: none,
  forgotPassword: () => ({ body: { email: `${randomKey('nobody')}@example.com` } }),
  resetPassword: () => ({ body: { token: randomKey('token'), password: 'a password long enough' } }),
  signupCheck: () => ({ body: { email: `${randomKey('nobody')}@example.com` } }),
  signupCreate: () => ({ body: { email: `${randomKey('nobody')}@example.com`, password: 'a password long enough', code: '000000' } }),
  beamToken: none,
  apnsVoipDeviceTokens: () => ({ body: { token: Buffer.from(randomKey('device-token-of-a-phone')).toString('hex').padEnd(64, '0'), deviceName } }),
  startMfa: () => ({ body: { password: 'a wrong password' } }),
  confirmMfa: () => ({ body: { code: '000000' } }),
  proveMfa: () => ({ body: { code: '000000' } }),
  stopMfa: () => ({ body: { password: 'a wrong password', code: '000000' } }),
  sessions: none,
  endSession: async (scene) => ({ params: { id: await sessionOf(scene) } }),
  channelAuth: ({ rows }) => ({ body: { socketId: '1.1', channelName: `private-company-${rows.company.id}` } }),
};

const me: Readonly<Record<string, InputOf>> = {
  abilities: none,
  companies: none,
  preferences: none,
  phones: none,
  savePhones: async () => ({ body: { phones: [] } }),
  savePreferences: () => ({ body: { theme: 'dark' } }),
  keymap: none,
  saveKeymap: () => ({ body: { preset: 'keyline', singleKeys: true, overrides: { 'inbox.archive': ['e'] } } }),
  layouts: none,
  saveLayout: () => ({ params: { name: 'current' }, body: { layout: { panes: ['inbox'] } } }),
  deleteLayout: async (scene) => ({ params: { name: await layoutOf(scene) } }),
  commandLog: none,
  logCommand: () => ({ body: { key: randomKey('run'), commandId: 'inbox.archive', title: 'Archive', source: 'key', outcome: 'done', args: {} } }),
  search: ({ rows }) => ({ query: { q: 'company', companyId: rows.company.id } }),
};

const conversations: Readonly<Record<string, InputOf>> = {
  list: none,
  bulkUpdate: async (scene) => ({ body: { ids: [(await threadOf(scene)).id], type: 'read' } }),
  bulkAction: async (scene) => ({ body: { key: randomKey('bulk'), action: 'read', ids: [(await threadOf(scene)).id], count: 1 } }),
  undoBulkAction: async (scene) => ({ params: { key: await scene.rows.batch('conversations.read', creator(scene)) } }),
  get: byThread,
  standing: byThread,
  recipients: () => ({ query: { q: 'Dana' } }),
  senders: () => ({ query: { recipient: outsider() } }),
  begin: (scene) => ({ body: { numberId: scene.rows.lines[lineOf(scene)].id, recipient: outsider() } }),
  readAll: async (scene) => ({ ...(await byThread(scene)), body: { type: 'read', returnCountByNumber: true } }),
  item: byItem,
  deleteItem: byItem,
  restoreItem: async (scene) => {
    const { id, itemId } = await threadOf(scene, { deletedBy: 'by hand' });
    return { params: { id, itemId } };
  },
  deleteMessages: byThread,
  restoreMessages: async (scene) => ({ params: { id: (await threadOf(scene, { deletedBy: 'a-mark' })).id }, body: { mark: 'a-mark' } }),
  readItem: byItem,
  readAllByType: async (scene) => {
    await threadOf(scene);
    return { body: { type: 'messages', numbers: [scene.rows.lines[lineOf(scene)].id] } };
  },
  items: async (scene) => ({ params: { conversationId: (await threadOf(scene)).id } }),
  itemsOfNumbers: (scene) => ({ query: { numbers: scene.rows.lines[lineOf(scene)].id } }),
  archive: byThread,
  restore: byThread,
  batch: async (scene) => ({ params: { batchId: await scene.rows.batch('conversations.read', creator(scene)) } }),
};

const messaging: Readonly<Record<string, InputOf>> = {
  send: async (scene) => ({ body: { conversationId: (await threadOf(scene)).id, message: 'Hello', clientId: randomKey('sent'), holdSeconds: 60 } }),
  schedule: async (scene) => ({
    body: {
      numberId: scene.rows.lines[lineOf(scene)].id,
      recipient: outsider(),
      message: 'Hello',
      clientId: randomKey('sent'),
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  }),
  scheduled: none,
  takeBack: waiting,
  sendNow: waiting,
  sendAgain: async (scene) => ({ params: { itemId: (await threadOf(scene, { state: 'failed' })).itemId }, body: { clientId: randomKey('sent') } }),
  reviewOptOut: async (scene) => ({ params: { itemId: (await threadOf(scene, { isFlagged: true })).itemId }, body: { review: 'confirmed' } }),
};

/** A PDF that can be faxed. */
export const faxDocument: FormFile = { name: 'letter.pdf', type: 'application/pdf', bytes: toDocumentPdf('referral') };

const faxes: Readonly<Record<string, InputOf>> = {
  review: () => ({ body: {}, files: [faxDocument] }),
  send: (scene) => ({
    body: { numberId: scene.rows.lines[lineOf(scene)].id, recipient: outsider(), clientId: randomKey('faxed') },
    files: [faxDocument],
  }),
  sendAgain: async (scene) => ({ params: { itemId: await scene.rows.row(insertFax, lineOf(scene)) }, body: { clientId: randomKey('faxed') } }),
};

const contacts: Readonly<Record<string, InputOf>> = {
  list: none,
  get: byContact(false),
  update: async (scene) => ({ ...(await byContact(false)(scene)), body: { city: 'Springfield' } }),
  create: () => ({ body: { name: 'Ana', number: outsider() } }),
  delete: byContact(false),
  restore: byContact(true),
  bulkDestroy: async ({ rows }) => ({ body: { key: randomKey('bulk'), contacts: [await rows.contact()], count: 1 } }),
  undoBulkDestroy: async (scene) => ({ params: { key: await scene.rows.batch('contacts.delete', creator(scene)) } }),
  progress: async (scene) => ({ params: { batchId: await scene.rows.batch('contacts.delete', creator(scene)) } }),
};

/** Area → route → input. */
export const inputs: Readonly<Record<string, Readonly<Record<string, InputOf>>>> = {
  system: { config: none, openapi: none, file: async ({ world, rows, row }) => ({ params: { token: await fileToken(world, rows, row) } }) },
  auth,
  me,
  companies: {
    create: () => ({ body: { key: randomKey('company'), companyInfo: { name: 'Founded by hand' }, skipNumber: 1 } }),
    lookup: ({ rows }) => ({ query: { id: rows.company.id, include: 'user_count,business-units' } }),
    slim: none,
    get: company,
    update: async (scene) => ({ ...(await company(scene)), body: { defaultAreaCode: '212' } }),
    areaCodes: company,
    changes: none,
  },
  organizations: { list: none, get: organization, companies: organization },
  users: { ofCompany: none },
  roles: { list: none },
  conversations,
  messaging,
  faxes,
  notifications: { block: silencing, unblock: silencing, blocks: none, counts: none, countsByNumber: none },
  activity: { list: none },
  analytics: { calls: () => ({ query: { group: 'number', target: 'day' } }) },
  ...callInputs,
  contacts,
  numbers: {
    list: none,
    datatable: none,
    get: (scene) => ({ params: { idOrNumber: String(scene.rows.lines[lineOf(scene)].id) } }),
    update: async (scene) => ({ params: { id: await numberOf(scene) }, body: { label: 'Another label' } }),
    remove: async (scene) => ({ params: { id: await numberOf(scene) } }),
    restore: async (scene) => ({ params: { id: await numberOf(scene) } }),
    rotate: async (scene) => ({ params: { id: await numberOf(scene) }, body: { key: randomKey('rotate') } }),
    impact: (scene) => ({ body: { numbers: [scene.rows.lines[lineOf(scene)].id], count: 1 } }),
    triggers: async (scene) => ({ body: { upsert: [{ numberId: await numberOf(scene), event: 'message', action: 'lead' }] } }),
    bulkUpdate: async (scene) => ({ body: { key: randomKey('bulk'), numbers: [await numberOf(scene)], count: 1, set: { smsEnabled: true } } }),
    bulkPreview: async (scene) => ({ body: { numbers: [await numberOf(scene)], count: 1, set: { smsEnabled: true } } }),
    bulkRemove: async (scene) => ({ body: { key: randomKey('bulk'), numbers: [await numberOf(scene)], count: 1 } }),
    undoBulk: async (scene) => ({ params: { key: await scene.rows.batch('numbers.update', creator(scene)) } }),
  },
  purchase: {
    locate: () => ({ body: { searchUpdated: { areaCode: '415' } } }),
    buy: () => ({ body: { key: randomKey('order'), numbers: ['+14152000000'], monthlyCost: 1.15 } }),
    get: async (scene) => ({ params: { key: await scene.rows.keyed(insertPurchase) } }),
    prefixes: none,
    patterns: none,
    overlay: () => ({ params: { areaCode: '415' } }),
  },
  routing: {
    list: none,
    get: byLine,
    setHours: (scene) => ({
      body: { key: randomKey('hours'), numbers: [scene.rows.lines[lineOf(scene)].id], count: 1, hours: { preset: 1, timezone: 'UTC' } },
    }),
    simulate: (scene) => ({ body: { numberId: scene.rows.lines[lineOf(scene)].id } }),
    lints: none,
  },
  calling: { live: none, limits: none, saveLimits: () => ({ body: { dialsPerMinute: 60 } }) },
  ...numberInputs,
  blocks: {
    list: none,
    create: (scene) => ({ body: { target: outsider(), numberId: scene.rows.lines[lineOf(scene)].id } }),
    delete: async (scene) => ({ params: { id: await scene.rows.row(insertBlock, lineOf(scene)) } }),
    bulkCreate: (scene) => ({ body: { targets: [outsider()], numberId: scene.rows.lines[lineOf(scene)].id } }),
    bulkDelete: async (scene) => ({ body: { ids: [await scene.rows.row(insertBlock, lineOf(scene))] } }),
  },
};

async function sessionOf({ world, row, personId }: Scene): Promise<string> {
  if (row === 'missing') return '00000000-0000-4000-8000-000000000000';
  const user =
    row === 'own' ? personId : world.actors['B owner'].person?.id === personId ? world.actors['A owner'].person?.id : world.actors['B owner'].person?.id;
  if (user == null) return '00000000-0000-4000-8000-000000000000';
  const expiry = new Date(Date.now() + 60_000);
  const { id } = await world.server.owner
    .insertInto('sessions')
    .values({ kind: 'cookie', user_id: user, secret_hash: randomKey('hash'), idle_expires_at: expiry, expires_at: expiry })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function layoutOf({ world, row, personId }: Scene): Promise<string> {
  const name = randomKey('layout');
  const user =
    row === 'own'
      ? personId
      : row === 'others'
        ? (world.actors.removed.person?.id === personId ? world.actors['A owner'] : world.actors.removed).person?.id
        : null;
  if (user != null) await world.server.owner.insertInto('layouts').values({ user_id: user, name, layout: '{}' }).execute();
  return name;
}

async function fileToken(world: World, rows: House, row: Row): Promise<string> {
  const companyId = row === 'own' || row === 'others' ? rows.company.id : world.a.company.id;
  const fileId = await rows.file(row === 'others' ? 1 : 0);
  return formatFileUrl(world.server.services.sealer, { companyId, fileId }).split('/').at(-1) ?? '';
}

/** A remote login that only the session of this very browser may use. */
async function remoteLoginOf({ server, actors }: World, client: Client): Promise<string> {
  const id = randomKey('remote').replace('remote-', 'remotelogin');
  const secret = client.cookies.get('keyline_session');
  const session =
    secret === undefined
      ? undefined
      : await server.owner.selectFrom('sessions').select('id').where('secret_hash', '=', server.services.sealer.hash(secret)).executeTakeFirst();
  await server.owner
    .insertInto('challenges')
    .values({
      id_hash: server.services.sealer.hash(id),
      kind: 'remote_login',
      user_id: actors['B user'].person?.id ?? null,
      session_id: session?.id ?? null,
      data: JSON.stringify({ reason: 'They asked for help' }),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return id;
}
