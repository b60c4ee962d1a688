/** SMS verification: inputs and policy of its routes, and its rows. */

import { randomBytes } from 'node:crypto';
import { routes } from '#contract/index.ts';
import { png } from '#tests/server/samples.ts';
import { draftOf } from '#tests/server/smsVerification.stage.ts';
import type { AccessArea } from '../access/area.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import { type InputOf, type InsertKeyedRow, type InsertRow, nowhereId, type Scene } from '../access/scene.ts';
import { byId, paramId, replyId } from '../client/reading.ts';

/** A registration with a brand of the same id. */
const createInserter =
  (isDraft: boolean): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const id = 10 ** 9 + Math.floor(Math.random() * 10 ** 12);
    await owner
      .insertInto('sms_brands')
      .values({ id, company_id: companyId, details: JSON.stringify({ legalName: `${mark} legal`, taxId: `${mark} tax` }) })
      .execute();
    const details = {
      description: `${mark} description`,
      samples: [`${mark} sample`],
      subUsecases: [],
      optins: [],
      hasEmbeddedLinks: false,
      hasEmbeddedPhone: false,
      ageGated: false,
      directLending: false,
    };
    await owner
      .insertInto('sms_campaigns')
      .values({ id, company_id: companyId, brand_id: id, client_key: randomKey('sms'), details: JSON.stringify(details), is_draft: isDraft })
      .execute();
    const status = isDraft ? ('draft' as const) : ('approved' as const);
    await owner
      .insertInto('sms_lanes')
      .values((['local', 'toll_free'] as const).map((lane) => ({ company_id: companyId, campaign_id: id, lane, status })))
      .execute();
    return id;
  };
const insertRegistration = createInserter(true);
const insertSubmitted = createInserter(false);

/** The company's public page, with a registration it speaks for; the same each time. */
const insertPage: InsertKeyedRow = async (given) => {
  const { owner, companyId } = given;
  await insertSubmitted(given);
  const token = randomBytes(12).toString('base64url');
  const made = await owner
    .insertInto('sms_optin_pages')
    .values({ company_id: companyId, token })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ company_id: companyId }))
    .returning('token')
    .executeTakeFirstOrThrow();
  return made.token;
};
/** Pages are seen by anyone with the address, signed in or not, and wherever they work. */
const publicPage: Rule = (_column, row, place) => (place === 'there' ? (row === 'missing' ? 404 : row === 'foreign' ? undefined : 'ok') : undefined);
/** The same, but who may is refused for what the row lacks. */
const lacking =
  (rule: Rule): Rule =>
  (...asked) => {
    const answer = rule(...asked);
    return answer === 'ok' ? 422 : answer;
  };

const one = (scene: Scene) => scene.rows.row(insertRegistration);
const inBody =
  (more: object = {}): InputOf =>
  async (scene) => ({ body: { ...more, id: await one(scene) } });

export const smsVerification: AccessArea = {
  inputs: {
    list: () => ({}),
    get: async (scene) => ({ params: { id: await one(scene) } }),
    create: () => ({ body: draftOf([]) }),
    update: async (scene) => {
      const id = await one(scene);
      const { brand, campaign } = draftOf([]);
      return { params: { id, brandId: id }, body: { brand, campaign, _method: 'PUT' } };
    },
    submit: inBody(),
    cancel: async (scene) => ({ body: { id: await scene.rows.row(insertSubmitted), part: 'toll_free' } }),
    addNumbers: inBody({ numbers: [nowhereId] }),
    removeNumbers: inBody({ numbers: [nowhereId] }),
    delete: async (scene) => ({ params: { id: await one(scene) }, query: { removeSuperfluousBrand: '1' } }),
    brands: () => ({}),
    check: inBody(),
    optInPage: async (scene) => ({ params: { token: await scene.rows.keyed(insertPage) } }),
    optIn: async (scene) => ({ params: { token: await scene.rows.keyed(insertPage) }, body: { phone: outsider(), consent: true } }),
    upload: () => ({ body: {}, files: [{ field: 'picture', name: 'form.png', type: 'image/png', bytes: png }] }),
  },
  policy: {
    list: company('see registrations'),
    get: shared('see registrations'),
    create: company('register for texting'),
    update: shared('register for texting'),
    submit: lacking(shared('register for texting')),
    cancel: shared('register for texting'),
    addNumbers: lacking(shared('register for texting')),
    removeNumbers: shared('register for texting'),
    delete: shared('register for texting'),
    brands: company('see registrations'),
    check: shared('register for texting'),
    optInPage: publicPage,
    optIn: publicPage,
    upload: company('register for texting'),
  },
  rows: [insertRegistration, insertSubmitted],
  keyedRows: [insertPage],
  reads: {
    create: byId(routes.smsVerification.get, replyId),
    update: byId(routes.smsVerification.get, paramId),
  },
  excuses: [
    {
      does: 'names the draft: the same again is the same; or the brand it joins',
      shownBy: 'server/smsVerification.test.ts: of one key is one draft, and keeps every opt-in with its form, its page and its pictures',
      fields: ['create.key', 'create.brandId', 'update._method'],
    },
    {
      does: 'is how people opt in, with pictures by their ids, and numbers by theirs',
      shownBy: 'server/smsVerification.test.ts: of one key is one draft, and keeps every opt-in with its form, its page and its pictures',
      fields: ['create', 'update'].flatMap((call) => ['optins', 'numbers'].map((field) => `${call}.campaign.${field}`)),
    },
    {
      does: 'is what only the server writes: taken as it was shown, and refused otherwise',
      shownBy: 'server/smsVerification.test.ts: is served to a client that reads it, changes one field and sends back all it was shown',
      fields: [
        ...['id', 'status', 'isSubmitted', 'rejections', 'fees', 'optInPageUrl', 'createdAt', 'updatedAt'].map((field) => `update.${field}`),
        ...['create', 'update'].flatMap((call) => [
          ...['id', 'isDraft', 'status', 'isShared', 'isOwn'].map((field) => `${call}.brand.${field}`),
          `${call}.campaign.isDraft`,
        ]),
      ],
    },
    {
      does: 'submits, checks, cancels or changes numbers, which the status and the numbers tell',
      shownBy: 'server/smsVerification.test.ts: takes numbers in and lets them go (RULE-204)',
      fields: ['submit', 'check', 'cancel', 'addNumbers', 'removeNumbers'].map((call) => `${call}`),
    },
    {
      does: 'makes a contact, and nobody who is not signed in reads it',
      shownBy: 'server/smsOptIns.test.ts: makes a contact of who agrees, with where; needs the consent, and answers alike for one that is known',
      fields: ['optIn'],
    },
  ],
};
