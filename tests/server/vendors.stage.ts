/** Calls of a company that vendors are told, as the tests of each vendor make and look at them. */
import { expect } from 'vitest';
import { routes } from '#contract/index.ts';
import type { OAuthProvider } from '#contract/integrations/enums.ts';
import { sendConversions } from '#server/domains/integrations/send.ts';
import { type DniStage, site } from './dni.stage.ts';

const { integrations, calls } = routes;

type Person = DniStage['owner'];

/** An answer to a consent page. `shows`: words the page must have; `account`: the choice on it, empty where it is canceled. */
interface Consent {
  readonly shows: string;
  readonly account: string;
}

/** A call that is over. `click`: the parameter of an ad by which its caller came; null: a caller of whom no visit is known. */
interface EndedCall {
  readonly click?: string | null;
  readonly result?: 'answered' | 'missed' | 'voicemail';
  readonly startedAt?: Date;
  readonly numberId?: number;
  readonly recipient?: string;
}

/** Wraps a stage, which `getStage` hands out once it stands; `begin` starts a company anew. */
export function createVendorStage(getStage: () => DniStage, provider: OAuthProvider) {
  let slug = '';
  let callers = 0;
  const owner = () => getStage().outside.server.owner;
  const companyId = () => getStage().company.id;
  const select = () => owner().selectFrom('conversions').where('company_id', '=', companyId());

  const consent = async (url: string, { shows, account }: Consent): Promise<string> => {
    const asked = new URL(url);
    const page = await fetch(asked);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(shows)]);
    const choose = `${asked.origin}${asked.pathname.replace(/[^/]+$/, 'choose')}?${asked.searchParams}&${new URLSearchParams({ account })}`;
    return (await fetch(choose, { redirect: 'manual' })).headers.get('location') ?? '';
  };
  const comeBack = async (address: string, person: Person | null = getStage().owner): Promise<string> => {
    const cookie = person === null ? '' : [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
    return answer.headers.get('location') ?? '';
  };
  const pass = () =>
    owner()
      .updateTable('conversions')
      .set({ due_at: new Date(Date.now() - 1_000) })
      .where('company_id', '=', companyId())
      .where('state', 'in', ['held', 'accepted'])
      .execute();
  // The server's own worker may have claimed one first.
  const settled = () => expect.poll(async () => (await select().select('id').where('state', '=', 'intent').execute()).length).toBe(0);
  const visit = async (click: string) => {
    await getStage().createPool(2);
    await getStage().visit({ url: `${site}/?${click}` });
    const { id } = await owner().selectFrom('dni_sessions').select('id').where('company_id', '=', companyId()).orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  };

  return {
    async begin() {
      await getStage().begin();
      ({ slug } = await owner().selectFrom('companies').select('slug').where('id', '=', companyId()).executeTakeFirstOrThrow());
    },
    getSlug: () => slug,
    /** A refusal with its words. */
    async refused(refusal: ReturnType<Person['refusal']>) {
      const { status, code, body } = await refusal;
      return { status, code, field: body.errors[0]?.field, message: body.message };
    },
    /** Place where the return of a connection leads. */
    ended: (outcome: string, at = `/${slug}`) => `${at}/integrations?connection=${provider}&outcome=${outcome}`,
    /** Answers the consent page; tells where it sends the browser. */
    consent,
    /** The browser follows the vendor's redirect, with the cookies of a person; tells where ours leads. */
    comeBack,
    /** The integration of the vendor that was connected. */
    async find() {
      const { data } = await getStage().owner.call(integrations.oauth);
      return { id: data.find((row) => row.provider === provider)?.id ?? 0 };
    },
    async insertCall({ click = null, result = 'answered', startedAt = new Date(), numberId, recipient }: EndedCall = {}) {
      callers += 1;
      const values = {
        company_id: companyId(),
        number_id: numberId ?? (await getStage().buy(1))[0]?.id ?? 0,
        recipient: recipient ?? `+1503555${1_000 + callers}`,
        is_inbound: true,
        started_at: startedAt,
        dni_session_id: click === null ? null : await visit(click),
      };
      const call = await owner().insertInto('calls').values(values).returning(['id', 'recipient']).executeTakeFirstOrThrow();
      await owner().updateTable('calls').set({ result, duration: 75, ended_at: new Date() }).where('id', '=', call.id).execute();
      return call;
    },
    mark: (id: number, given: { isLead?: boolean; isAppointment?: boolean; value?: number }) =>
      getStage().owner.call(calls.mark, { params: { id }, body: { ascOptions: given } }),
    /** Conversions, the oldest first. */
    states: async () => (await select().select(['kind', 'state']).orderBy('id').execute()).map(({ kind, state }) => `${kind} ${state}`),
    /** Ends the holds, and lets the lane work. */
    async send(integrationId: number) {
      await pass();
      await sendConversions(getStage().outside.server.services, { companyId: companyId(), integrationId });
      await settled();
    },
    explained: async (callId: number, kind: string) =>
      (await getStage().owner.call(integrations.callConversions, { params: { callId } })).data.find((row) => row.kind === kind),
    readOne: (id: number) => getStage().owner.call(integrations.oauthOne, { params: { id } }),
  };
}
