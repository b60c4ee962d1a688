/** A server with the sandbox's carrier, companies with a line, and browsers at the carrier that end with their test. */
import type { RouteBodyInput } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import { startOutside } from './outside.ts';
import { openBrowser, type TestBrowser } from './phone.browser.ts';

type Settings = RouteBodyInput<typeof routes.numbers.update>;

/** Starts it; people talk five times as fast as they do. */
export async function startPhoneStage() {
  const outside = await startOutside({ pace: 0.2 });
  const browsers: TestBrowser[] = [];
  return {
    outside,
    /** Makes a company with its owner and a line with these settings; browsers of the test before are closed. */
    async begin(settings: Settings) {
      for (const browser of browsers.splice(0)) browser.close();
      const company = await outside.server.company();
      const owner = await outside.server.worker(company, 'owner');
      const line = await outside.server.number(company);
      await owner.call(routes.numbers.update, { params: { id: line.id }, body: settings });
      return { company, owner, line };
    },
    /** Opens a browser with a token. */
    async open(token: string): Promise<TestBrowser> {
      const browser = await openBrowser(outside.sandbox.url, token);
      browsers.push(browser);
      return browser;
    },
  };
}
