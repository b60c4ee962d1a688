/** A server with the sandbox's carrier, companies with a line, and browsers at the carrier that end with their test. */
import type { RouteBodyInput } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { type Outside, startOutside } from './outside.ts';
import { openBrowser, type TestBrowser } from './phone.browser.ts';

const { phone } = routes;
type Worker = Awaited<ReturnType<Outside['server']['worker']>>;
type Settings = RouteBodyInput<typeof routes.numbers.update>;

/** Starts it; people talk five times as fast as they do. */
export async function startPhoneStage() {
  const outside = await startOutside({ pace: 0.2 });
  const browsers: TestBrowser[] = [];
  /** Opens a browser with a token. */
  const open = async (token: string): Promise<TestBrowser> => {
    const browser = await openBrowser(outside.sandbox.url, token);
    browsers.push(browser);
    return browser;
  };
  const callOf = (id: number) => outside.server.owner.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    open,
    /** A person with the app open: active, registered at the carrier, and known to be. */
    async ready(who: Worker): Promise<TestBrowser> {
      await who.call(phone.saveStatus, { body: { status: 'active' } });
      const { token } = await who.call(phone.token);
      const browser = await open(token);
      await who.call(phone.presence, { body: { deviceId: `device-of-${who.person.id}`, isReady: true } });
      return browser;
    },
    /** Answers as the app does: asks, then takes the call at the carrier. Returns the answer; false leaves it ringing. */
    async answer(who: Worker, browser: TestBrowser) {
      const { callId, callContextId } = await browser.invited();
      const permit = await who.call(phone.canAnswer, { params: { callId } });
      if (permit.canAnswer) {
        await browser.accept();
        await who.call(phone.acceptOrReject, { body: { callContextId, hangup: 0 } });
      }
      return { callId, ...permit };
    },
    outside,
    callOf,
    async stepsOf(id: number): Promise<string[]> {
      return (await callOf(id)).steps.map(({ step, detail }) => (detail === null ? step : `${step} ${detail}`));
    },
    stateOf: async (id: number) => (await callOf(id)).live_state,
    /** Makes a company with its owner and a line with these settings; browsers of the test before are closed. */
    async begin(settings: Settings) {
      for (const browser of browsers.splice(0)) browser.close();
      const company = await outside.server.company();
      const owner = await outside.server.worker(company, 'owner');
      const line = await outside.server.number(company);
      await owner.call(routes.numbers.update, { params: { id: line.id }, body: settings });
      return { company, owner, line };
    },
  };
}
