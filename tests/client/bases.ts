/** Fields a field needs beside it to be sent: hours for an hour, a number for a forward. */

import { routes } from '#contract/index.ts';
import { weekdays } from '#contract/text/hours.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { outsider } from '#tests/access/outsiders.ts';
import type { World } from '#tests/access/scene.ts';
import { insertField } from '#tests/areas/customFields.ts';
import { faxDocument, insertFax } from '#tests/areas/faxes.ts';
import { insertNumber } from '#tests/areas/numbers.ts';
import type { Client } from '#tests/server/client.ts';
import { portBody } from '#tests/server/porting.stage.ts';
import type { Known } from './known.ts';

interface Stage {
  readonly world: World;
  readonly known: Known;
  readonly owner: Client;
}
type Base = (stage: Stage, value: unknown) => Promise<Record<string, unknown>> | Record<string, unknown>;

const hours = () => ({
  preset: 4,
  timezone: 'UTC',
  ...Object.fromEntries(
    weekdays.flatMap((day) => [
      [`${day}OpenHour`, '09:00'],
      [`${day}CloseHour`, '17:00'],
    ]),
  ),
});
const forward = () => ({ routes: [{ label: 'Desk', forwards: [{ number: outsider() }] }] });
const attribute: Base = async ({ world }) => ({ attributeId: await world.a.row(insertField), value: 'West' });
const offered = async (owner: Client, searchUpdated: object) =>
  (await owner.call(routes.purchase.locate, { body: { searchUpdated, limit: 20 } })).data.slice(-1).map(({ number }) => number);
let ports = 0;
const nextPort = () => {
  ports += 1;
  return findMagicPort('Comes over', ports);
};

/** Sends a fax from a fax line; the conversation it begins. */
const faxThread = async ({ owner, known }: Stage) => {
  const body = { numberId: known.faxLines[0], recipient: outsider() };
  return (await owner.call(routes.faxes.send, { body, files: [faxDocument] })).conversationId;
};

/** Route and field, by how they begin and end → what stands beside the field. The first that fits. */
const bases: readonly (readonly [RegExp, Base])[] = [
  [/^integrations\.\w+\.parameters/, () => ({ parameters: [{ name: 'call_source', field: 'medium' }] })],
  [/^routing\.setHours\.hours/, () => ({ hours: hours() })],
  [/\.hours\./, () => ({ hours: hours() })],
  [/^invites\.create\.emails$/, () => ({ email: undefined })],
  [/^routing\.setHours\.words/, () => ({ hours: undefined })],
  [/^purchase\.buy\.routes\./, async ({ owner }) => ({ ...forward(), numbers: await offered(owner, { areaCode: '415' }), monthlyCost: undefined })],
  [/\.routes\./, forward],
  [/^me\.savePreferences\.firstSteps\./, () => ({ firstSteps: { done: [], view: 'open' } })],
  [/^companies\.create/, () => ({ companyInfo: { name: outsider() }, key: undefined })],
  [/^messaging\.\w+\.(numberId|recipient)$/, ({ known }) => ({ conversationId: undefined, numberId: known.lines[0], recipient: outsider() })],
  [/^messaging\.schedule\.conversationId$/, async ({ world }) => ({ numberId: undefined, recipient: undefined, conversationId: (await world.a.thread(0)).id })],
  [/^faxes\.send\.conversationId$/, async (stage) => ({ numberId: undefined, recipient: undefined, conversationId: await faxThread(stage) })],
  [/^faxes\.send\./, ({ known }) => ({ numberId: known.faxLines[0], recipient: outsider() })],
  [/^numbers\.update\.eavAttributeValues/, async (stage) => ({ eavAttributeValues: [await attribute(stage, undefined)] })],
  [/^numbers\.bulkUpdate\.set\.field/, async (stage) => ({ set: { field: await attribute(stage, undefined) } })],
  [/^numbers\.bulkUpdate\.set/, () => ({ set: undefined })],
  [/^numbers\.bulkUpdate\.field/, async (stage) => ({ set: undefined, field: await attribute(stage, undefined) })],
  [/^numbers\.bulkUpdate/, () => ({ set: undefined })],
  [
    /^numbers\.triggers\.upsert\.value/,
    async ({ world }) => ({ upsert: [{ numberId: await world.a.row(insertNumber), event: 'message', action: 'note', value: 'A' }] }),
  ],
  [/^numbers\.triggers/, async ({ world }) => ({ upsert: [{ numberId: await world.a.row(insertNumber), event: 'message', action: 'note', value: 'A' }] })],
  [/^notes\.create\.modelType/, async ({ world }, value) => ({ modelId: value === 'call' ? await world.a.call(0) : (await world.a.thread(0)).id })],
  [/^marketplace\.update\.isListed/, () => ({ price: 20 })],
  [/^marketplace\.update\.price/, () => ({ isListed: true })],
  [/^customFields\.update\.choices/, () => ({ choices: [{ value: 'West' }], clear: ['defaultValue'] })],
  [/^customFields\.create\.choices/, () => ({ choices: [{ value: 'West' }] })],
  [/^blocks\.\w+\.global/, ({ known }, value) => ({ numberId: value === true ? undefined : known.lines[0] })],
  [/^blocks\.create\.companyId/, () => ({ numberId: undefined })],
  [/^greetings\.(create|update)\.(content|voice)/, () => ({ content: 'Good evening', voice: 'en-us' })],
  [/^notifications\.block\.numberId$/, () => ({ numberIds: undefined })],
  [/^porting\.create/, () => ({ ...portBody([nextPort()]) })],
  [
    /^purchase\.buy\.providerId/,
    async ({ owner }, value) => ({ numbers: await offered(owner, value === 2 ? { type: 2 } : { areaCode: '415' }), monthlyCost: undefined }),
  ],
  [
    /^purchase\.buy\.category/,
    async ({ owner }, value) => ({ numbers: await offered(owner, value === 3 ? { type: 3 } : { areaCode: '415' }), monthlyCost: undefined }),
  ],
  [
    /^purchase\.buy\.numberType/,
    async ({ owner }, value) => ({ numbers: await offered(owner, value === 2 ? { type: 2 } : { areaCode: '415' }), monthlyCost: undefined }),
  ],
  [/^purchase\.buy\.number$/, () => ({ numbers: undefined, monthlyCost: undefined })],
  [/^purchase\.buy/, async ({ owner }) => ({ numbers: await offered(owner, { areaCode: '415' }), monthlyCost: undefined })],
];

/** Returns the fields sent beside a field of a route. */
export async function basesOf(name: string, field: string, stage: Stage, value: unknown): Promise<Record<string, unknown>> {
  return (await bases.find(([of]) => of.test(`${name}.${field}`))?.[1](stage, value)) ?? {};
}

/** Returns the path parameters of a route whose usual row does not do. */
export async function paramsFor(name: string, { world, known }: Stage): Promise<Record<string, unknown>> {
  if (name !== 'faxes.sendAgain') return {};
  const itemId = await world.a.row(insertFax);
  await world.server.owner.updateTable('items').set({ number_id: known.faxLines[0] }).where('id', '=', itemId).execute();
  return { itemId };
}
