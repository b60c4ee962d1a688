/** Integrations: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { ConversionKind, ReportProvider } from '#contract/integrations/enums.ts';
import { sealTokens } from '#server/domains/integrations/grants.ts';
import { sealSecret } from '#server/domains/integrations/secrets.ts';
import type { AdSettings } from '#server/vendors/adPlatform.ts';
import type { CrmSettings } from '#server/vendors/leadCrm.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { company, inPerson, onLine, type Rule, shared } from '../access/rule.ts';
import { atOnce, type InputOf, type InsertRow } from '../access/scene.ts';
import { two, word } from '../client/known.ts';
import { byId, paramId, replyId, rowOf } from '../client/reading.ts';

let made = 0;
const createMeasurementId = () => {
  made += 1;
  return `G-ACCESS${String(made).padStart(6, '0')}`;
};

/** A call that an integration refused. */
async function insertRefused({ owner, companyId, lineId, mark }: Parameters<InsertRow>[0], integrationId: number, kind: ConversionKind): Promise<void> {
  const call = await owner
    .insertInto('calls')
    .values({ company_id: companyId, number_id: lineId, recipient: '+13105550177', is_inbound: true, started_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date();
  await owner
    .insertInto('conversions')
    .values({
      company_id: companyId,
      integration_id: integrationId,
      kind,
      call_id: call.id,
      state: 'refused',
      reason: `${mark} reason`,
      occurred_at: at,
      due_at: at,
    })
    .execute();
}

/** A stream with a conversion of a call. */
const insertStream = atOnce(async (scene) => {
  const { server, owner, companyId, mark } = scene;
  const { id } = await owner
    .insertInto('integrations')
    .values({
      company_id: companyId,
      provider: 'ga4',
      external_id: createMeasurementId(),
      secret: sealSecret(server.services, companyId, `${mark} secret`),
      events: ['lead'],
      parameters: JSON.stringify([{ name: `${mark}_name`.replaceAll(/\W/g, '_').slice(0, 40), field: 'source' }]),
      problem: `${mark} problem`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRefused(scene, id, 'lead');
  return id;
});

/** A team chat with a post that was refused, and a thread. */
const insertChat = atOnce(async (scene) => {
  const { server, owner, companyId, lineId, mark } = scene;
  const { id } = await owner
    .insertInto('integrations')
    .values({
      company_id: companyId,
      provider: 'team-chat',
      external_id: createMeasurementId(),
      secret: sealTokens(server.services, companyId, { accessToken: `xoxb-${mark}`, refreshToken: null, expiresAt: null }),
      name: `${mark} workspace`,
      channel: JSON.stringify({ id: 'C0ACCESS', name: `${mark} channel`, isPrivate: false }),
      events: ['missed'],
      problem: `${mark} problem`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRefused(scene, id, 'missed');
  await owner
    .insertInto('chat_threads')
    .values({ company_id: companyId, integration_id: id, channel: 'C0ACCESS', number_id: lineId, recipient: '+13105550178', ts: '1.1' })
    .execute();
  return id;
});

/** What is known of a vendor that calls are reported to. */
interface Reported {
  readonly provider: ReportProvider;
  /** Beginning of its tokens. */
  readonly token: string;
  /** Event that is told, of which one was refused. */
  readonly event: 'call' | 'lead' | 'appointment';
  toSettings(mark: string): CrmSettings | AdSettings;
}

/** An integration of a vendor that calls are reported to, with an event that was refused. */
const createInsert = ({ provider, token, event, toSettings }: Reported): InsertRow =>
  atOnce(async (scene) => {
    const { server, owner, companyId, mark } = scene;
    const { id } = await owner
      .insertInto('integrations')
      .values({
        company_id: companyId,
        provider,
        external_id: createMeasurementId(),
        secret: sealTokens(server.services, companyId, { accessToken: `${token}${mark}`, refreshToken: null, expiresAt: null }),
        name: `${mark} account`,
        settings: JSON.stringify(toSettings(mark)),
        events: [event],
        problem: `${mark} problem`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertRefused(scene, id, event);
    return id;
  });

const insertCrm = createInsert({
  provider: 'lead-crm',
  token: 'CK-',
  event: 'call',
  toSettings: (mark) => ({
    pipelineId: 'p',
    pipelineName: `${mark} pipeline`,
    stageId: 's',
    stageName: `${mark} stage`,
    ownerId: 'o',
    ownerName: `${mark} owner`,
  }),
});
const insertAds = createInsert({
  provider: 'google-ads',
  token: 'ya29.',
  event: 'lead',
  toSettings: (mark) => ({
    managerId: null,
    accountId: '1112223333',
    accountName: `${mark} ads`,
    isSeparate: false,
    actionIds: { call: '1', lead: '1', appointment: '1' },
  }),
});
const insertMetaAds = createInsert({
  provider: 'meta-ads',
  token: 'EAA',
  event: 'lead',
  toSettings: (mark) => ({
    managerId: '6610001',
    managerName: `${mark} business`,
    accountId: '330001',
    accountName: `${mark} ads`,
    isSeparate: true,
    dataset: { id: '880001', name: `${mark} pixel`, conversion: { id: '990001', name: `${mark} conversion` } },
    actionIds: { call: 'Contact', lead: 'Lead', appointment: 'Schedule' },
  }),
});
const insertMicrosoftAds = createInsert({
  provider: 'microsoft-ads',
  token: 'EwB.',
  event: 'appointment',
  toSettings: (mark) => ({
    managerId: '1500001',
    managerName: `${mark} manager`,
    accountId: '180001',
    accountName: `${mark} account`,
    isSeparate: true,
    actionIds: { call: 'a', lead: 'b', appointment: 'c' },
    readyAt: null,
  }),
});

const microsoftAds: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertMicrosoftAds) } });

const metaAds: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertMetaAds) } });

const ads: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertAds) } });

const crm: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertCrm) } });

const chat: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertChat) } });

const one: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertStream) } });

/** Answers 502 instead of success: no vendor is in reach of these tests. */
const unreachable =
  (rule: Rule): Rule =>
  (...asked) =>
    rule(...asked) === 'ok' ? 502 : rule(...asked);

export const integrations: AccessArea = {
  inputs: {
    oauth: none,
    oauthOne: chat,
    deleteOAuth: chat,
    chatRedirect: none,
    chatCallback: () => ({ body: { code: 'a-code', state: 'a-state-of-nobody' } }),
    chatChannels: chat,
    configureChat: async (scene) => ({ ...(await chat(scene)), body: { events: ['lead'] } }),
    activateChat: chat,
    deactivateChat: chat,
    crmRedirect: none,
    crmCredentials: crm,
    activateCrm: async (scene) => ({ ...(await crm(scene)), body: { pipelineId: 'default', stageId: 'new' } }),
    syncCrm: crm,
    deactivateCrm: crm,
    updateCrm: async (scene) => ({ ...(await crm(scene)), body: { events: ['lead'] } }),
    googleAdsRedirect: none,
    googleAdsCredentials: ads,
    activateGoogleAds: async (scene) => ({ ...(await ads(scene)), body: { customerId: '1112223333' } }),
    syncGoogleAds: ads,
    deactivateGoogleAds: ads,
    metaAdsRedirect: none,
    metaAdsCredentials: metaAds,
    activateMetaAds: async (scene) => ({ ...(await metaAds(scene)), body: { businessManagerId: '6610001', accountId: '330001', pixelId: '880001' } }),
    syncMetaAds: metaAds,
    deactivateMetaAds: metaAds,
    microsoftAdsRedirect: none,
    microsoftAdsCredentials: microsoftAds,
    activateMicrosoftAds: async (scene) => ({ ...(await microsoftAds(scene)), body: { accountId: '180001', managerAccountId: '1500001' } }),
    syncMicrosoftAds: microsoftAds,
    deactivateMicrosoftAds: microsoftAds,
    resendOAuth: async (scene) => ({ ...(await chat(scene)), body: { count: 1 } }),
    ga4: none,
    createGa4: () => ({ body: { measurementId: createMeasurementId(), apiSecret: 'a-secret-of-tests', events: ['lead'] } }),
    updateGa4: async (scene) => ({ ...(await one(scene)), body: { events: ['call', 'lead'] } }),
    deleteGa4: one,
    testGa4: async (scene) => ({ params: { id: await scene.rows.row(insertStream) } }),
    resendGa4: async (scene) => ({ params: { id: await scene.rows.row(insertStream) }, body: { count: 1 } }),
    setRule: async (scene) => ({ ...(await one(scene)), body: { kind: 'lead', rule: 'longer:60' } }),
    tryRule: async (scene) => ({ ...(await one(scene)), query: { kind: 'lead', rule: 'longer:60' } }),
    forecast: none,
    callConversions: async (scene) => ({ params: { callId: await scene.rows.call(lineOf(scene)) } }),
  },
  policy: {
    oauth: company('see integrations'),
    oauthOne: shared('see integrations'),
    deleteOAuth: shared('manage integrations'),
    chatRedirect: inPerson(company('manage integrations')),
    // No connection of this session is under way.
    chatCallback: inPerson(company('manage integrations', 410)),
    chatChannels: unreachable(shared('manage integrations')),
    configureChat: shared('manage integrations'),
    activateChat: shared('manage integrations'),
    deactivateChat: shared('manage integrations'),
    crmRedirect: inPerson(company('manage integrations')),
    crmCredentials: unreachable(shared('manage integrations')),
    activateCrm: unreachable(shared('manage integrations')),
    syncCrm: shared('manage integrations'),
    deactivateCrm: shared('manage integrations'),
    updateCrm: shared('manage integrations'),
    googleAdsRedirect: inPerson(company('manage integrations')),
    googleAdsCredentials: unreachable(shared('manage integrations')),
    activateGoogleAds: unreachable(shared('manage integrations')),
    syncGoogleAds: shared('manage integrations'),
    deactivateGoogleAds: shared('manage integrations'),
    metaAdsRedirect: inPerson(company('manage integrations')),
    metaAdsCredentials: unreachable(shared('manage integrations')),
    activateMetaAds: unreachable(shared('manage integrations')),
    syncMetaAds: shared('manage integrations'),
    deactivateMetaAds: shared('manage integrations'),
    microsoftAdsRedirect: inPerson(company('manage integrations')),
    microsoftAdsCredentials: unreachable(shared('manage integrations')),
    activateMicrosoftAds: unreachable(shared('manage integrations')),
    syncMicrosoftAds: shared('manage integrations'),
    deactivateMicrosoftAds: shared('manage integrations'),
    resendOAuth: shared('manage integrations'),
    ga4: company('see integrations'),
    createGa4: company('manage integrations'),
    updateGa4: shared('manage integrations'),
    deleteGa4: shared('manage integrations'),
    testGa4: unreachable(shared('manage integrations')),
    resendGa4: shared('manage integrations'),
    setRule: shared('manage integrations'),
    tryRule: shared('see integrations'),
    forecast: company('see integrations'),
    callConversions: onLine('see integrations'),
  },
  rows: [insertStream, insertChat, insertCrm, insertAds, insertMetaAds, insertMicrosoftAds],
  reads: {
    activateGoogleAds: byId(routes.integrations.oauthOne, paramId),
    activateMetaAds: byId(routes.integrations.oauthOne, paramId),
    activateMicrosoftAds: byId(routes.integrations.oauthOne, paramId),
    activateCrm: byId(routes.integrations.oauthOne, paramId),
    updateCrm: byId(routes.integrations.oauthOne, paramId),
    configureChat: byId(routes.integrations.oauthOne, paramId),
    setRule: rowOf(routes.integrations.ga4, 'id', paramId),
    createGa4: rowOf(routes.integrations.ga4, 'id', replyId),
    updateGa4: rowOf(routes.integrations.ga4, 'id', paramId),
  },
  values: {
    'createGa4.measurementId': () => two(() => `G-${word().replace(' ', '').toUpperCase()}0000`),
    'createGa4.parameters.name': () => two(() => word().replace(' ', '_')),
    'updateGa4.parameters.name': () => two(() => word().replace(' ', '_')),
    'setRule.kind': () => ['call', 'missed'],
    'setRule.rule': () => ['longer:61', 'first longer:62'],
  },
  excuses: [
    {
      does: 'empties the owner, which the vendor is asked for',
      shownBy: 'server/leadCrm.test.ts: that was taken away is told until it is connected again, whatever else is chosen; its owner stays unless it is cleared',
      fields: ['updateCrm.clear'],
    },
    {
      does: 'lets events into a stream of Google Analytics, and is never read back; another stream needs its own',
      shownBy: 'server/integrations.test.ts: is added, listed without its secret, changed, turned off and deleted',
      fields: ['createGa4.apiSecret', 'updateGa4.apiSecret', 'updateGa4.measurementId'],
    },
    {
      does: 'is the count that was shown, which another one refuses',
      shownBy: 'server/integrations.test.ts: that was refused or not confirmed is sent again when a person says so, and by nobody else',
      fields: ['resendGa4.count', 'resendOAuth.count'],
    },
    {
      does: 'is what the vendor sent the browser back with: good once, and never read back',
      shownBy: 'server/teamChat.test.ts: is completed once: a state that is replayed, unknown, old, another session’s or another person’s connects nothing',
      fields: ['chatCallback'],
    },
    {
      does: 'is a channel of the vendor, which names it and is asked',
      shownBy: 'server/teamChat.test.ts: are chosen with what is posted: the vendor names them, a public one is joined, and each fault is told',
      fields: ['configureChat.channelId'],
    },
    {
      does: 'is a pipeline, stage or owner of the vendor, which names them and is asked; what is recorded is saved with them',
      shownBy: 'server/leadCrm.test.ts: comes from the vendor with all pages of owners, and each fault is told',
      fields: ['activateCrm', 'updateCrm.pipelineId', 'updateCrm.stageId', 'updateCrm.ownerId'],
    },
    {
      does: 'is an account of the vendor, which names it and is asked; what is told is saved with it',
      shownBy: 'server/googleAds.test.ts: comes from the vendor with its managers, and each fault is told',
      fields: ['activateGoogleAds'],
    },
    {
      does: 'is a pixel of the vendor with its account and conversion, which names them and is asked; what is told is saved with it',
      shownBy: 'server/metaAds.test.ts: comes from the vendor in all pages, and each fault is told',
      fields: ['activateMetaAds'],
    },
    {
      does: 'is an account or manager account of the vendor, which names it and is asked; a name that was shown is compared, and what is told is saved with it',
      shownBy: 'server/microsoftAds.test.ts: comes from the vendor with its manager accounts, and each fault is told',
      fields: ['activateMicrosoftAds'],
    },
  ],
};
