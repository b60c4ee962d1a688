/** Ways of a team chat in the browser: every state that the server may tell of it, and every change that is legal in it, made or refused; the consent is given at the vendor. */
import type { ChatIntegration, OAuthIntegration } from '#contract/integrations/entities.ts';
import type { IntegrationSnapshot } from '#machines/integration/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/integration.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { exposeAppHost } from './support/appHost.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';

const calls = {
  beginConnection: /\/oauth-integrations\/team-chat\/redirect$/,
  finishConnection: /\/oauth-integrations\/team-chat\/callback$/,
  configure: /\/oauth-integrations\/team-chat\/\d+\/configure$/,
  switchIntegration: /\/oauth-integrations\/team-chat\/\d+\/(de)?activate$/,
  resendPosts: /\/oauth-integrations\/\d+\/resend$/,
  deleteIntegration: /\/oauth-integrations\/\d+$/,
};
const listCall = /\/oauth-integrations$/;

const isIntegration = (value: unknown): value is OAuthIntegration => typeof value === 'object' && value !== null && 'provider' in value;
const isChat = (value: unknown): value is ChatIntegration => isIntegration(value) && value.provider === 'team-chat';

class IntegrationDriver extends BrowserDriver {
  private companyId = 0;
  private isOpen = false;
  /** The app is let in at the vendor. */
  private isLetIn = false;

  constructor(keys: Keyboard, stack: Stack) {
    super('integration', keys, stack);
  }

  async reset(): Promise<void> {
    const company = await this.stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
    this.companyId = company.id;
    await openSession(this.page.context(), this.stack.url, 'ana');
    this.isOpen = false;
    this.isLetIn = false;
  }

  /** The flow is told by no element of its own: the pane hands it to the commands. */
  override async expectState(name: string): Promise<void> {
    if (name === 'redirected') return expect(this.page.getByRole('heading', { name: 'Keyline asks to enter a workspace' })).toBeVisible();
    if (!this.isOpen) return expect(name).toBe('none');
    await exposeAppHost(this.page);
    await expect.poll(() => this.page.evaluate(() => window.appHost?.source.get().flows.integration?.state ?? null)).toBe(name);
    // The row of one that was deleted stays in the list until that is read again.
    if (name === 'none') await expect(this.row).toHaveCount(0);
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    if (event.type === 'integration.read') return this.tell(isChat(event.integration) ? event.integration : null);
    if (event.type === 'connection.denied') return this.deny();
    await this.performAnswered(calls, outcomes, () => this.cause(event));
    const isDone = outcomes.some(({ type }) => type.startsWith('xstate.done'));
    if (event.type === 'connection.returned') this.isLetIn = isDone;
    if (event.type === 'integration.deleted' && isDone) this.isLetIn = false;
  }

  private async show(): Promise<void> {
    await this.open('/northwind-motors/integrations');
    this.isOpen = true;
    await this.keys.settled();
  }

  /** Allows it at the vendor: its first button has the keyboard there. */
  private async allow(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Allow in Harbor Bikes' })).toBeFocused();
    await this.keys.press('Enter');
    await this.keys.state('companySwitch', 'idle');
    await this.keys.settled();
    this.isLetIn = true;
  }

  /** Brings the row to what the server shall tell, and lets the app hear of it. */
  private async tell(integration: ChatIntegration | null): Promise<void> {
    if (integration !== null && !this.isLetIn) {
      await this.clear();
      await this.show();
      await this.keys.begin('Connect team chat');
      await this.allow();
      await expect(this.row).toBeVisible();
    }
    await (integration === null ? this.clear() : this.arrange(integration));
    if (!this.isOpen) return this.show();
    const isRead = this.page.waitForResponse((response) => listCall.test(response.url()));
    await this.keys.palette('Refresh list');
    await isRead;
  }

  private get row() {
    return this.page.locator('[data-pane="integrations"]').getByRole('row', { name: /Harbor Bikes/ });
  }

  private async clear(): Promise<void> {
    await this.stack.owner.deleteFrom('integrations').where('company_id', '=', this.companyId).execute();
    this.isLetIn = false;
  }

  private async arrange({ status, config, problem, conversions }: ChatIntegration): Promise<void> {
    const { owner } = this.stack;
    const { channelId, channelName, isPrivate } = config;
    const { id } = await owner
      .updateTable('integrations')
      .set({
        channel: channelId === null ? null : JSON.stringify({ id: channelId, name: channelName, isPrivate }),
        events: [...config.events],
        is_active: status !== 'inactive',
        needs_reconnect: status === 'reconnect',
        problem,
      })
      .where('company_id', '=', this.companyId)
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner.deleteFrom('conversions').where('integration_id', '=', id).execute();
    const subjects = await owner
      .selectFrom('calls')
      .select('id')
      .where('company_id', '=', this.companyId)
      .where('result', '=', 'missed')
      .orderBy('id')
      .execute();
    const ofState = (state: 'refused' | 'accepted') => Array.from({ length: conversions[state] }, () => state);
    const states = [...ofState('refused'), ...ofState('accepted')];
    if (states.length === 0) return;
    const now = new Date();
    await owner
      .insertInto('conversions')
      .values(
        states.map((state, at) => ({
          company_id: this.companyId,
          integration_id: id,
          kind: 'missed' as const,
          call_id: subjects[at]?.id ?? null,
          state,
          occurred_at: now,
          due_at: now,
          attempted_at: now,
        })),
      )
      .execute();
  }

  /** Comes back from the vendor without leave. */
  private async deny(): Promise<void> {
    await this.open('/integrations?error=access_denied&state=no-state-of-ours');
    await this.keys.settled();
    await expect(this.page.getByText('the consent was canceled').first()).toBeVisible();
  }

  private async cause(event: ModelEvent): Promise<void> {
    switch (event.type) {
      case 'connection.begun':
        if ((await this.row.count()) === 0) return this.keys.begin('Connect team chat');
        return this.onRow('Reconnect integration');
      case 'connection.returned':
        return this.allow();
      case 'channel.chosen':
        return this.onRow(this.titleOf(event.type), 'sales');
      case 'kind.toggled':
        return this.onRow('Toggle posted event', 'Lead');
      case 'integration.resent':
      case 'integration.deleted':
        await this.onRow(this.titleOf(event.type));
        await this.keys.state('palette', 'open.reviewing');
        await this.keys.press('enter');
        return this.keys.leavePalette();
      default:
        return this.onRow(this.titleOf(event.type));
    }
  }

  private async onRow(title: string, ...args: readonly string[]): Promise<void> {
    await this.keys.cursorTo('integrations', 'Harbor Bikes');
    await this.keys.begin(title, args);
    if (args.length > 0) await this.keys.leavePalette();
  }
}

const { paths, left } = toBrowserPaths(model, (event, { context, value }: IntegrationSnapshot) => {
  const { integration, isSetUp, choice, kind } = context;
  const isAway = value === 'redirected';
  const answered = isIntegration(event.output) ? event.output : null;
  // What was sent again is no longer refused, whatever else is changed.
  const isAsCounted = answered?.conversions.refused === integration?.conversions.refused;
  switch (event.type) {
    case 'integration.read':
      // This server has a client at the vendor; another vendor has a flow of its own.
      return !isAway && event.isSetUp === true && (event.integration === null || isChat(event.integration));
    case 'connection.denied':
      return !isAway && isSetUp === true;
    // At the vendor there is one way on; elsewhere nobody comes back from there.
    case 'connection.returned':
      return isAway;
    case 'connection.begun':
      return !isAway && isSetUp === true;
    // A connection that is there stays as it is configured.
    case 'xstate.done.actor.finishConnection':
      return integration === null;
    case 'xstate.done.actor.switchIntegration':
      return isAsCounted && answered?.status === (integration?.status === 'active' ? 'inactive' : 'active');
    case 'xstate.done.actor.configure':
      // One that is turned off stays so.
      return isAsCounted && choice === null && (integration?.status === 'active' || (kind === null && integration?.status === 'connected'));
    default:
      return !isAway || event.type.startsWith('xstate.');
  }
});

test('what a browser cannot cause of a team chat is walked in memory and against the server', () => {
  expect([...new Set(left.map(({ type }) => type))].sort()).toEqual([
    'account.chosen',
    'integration.read',
    'integration.synced',
    'xstate.done.actor.syncIntegration',
    'xstate.error.actor.syncIntegration',
  ]);
});

for (const [at, path] of paths.entries()) {
  test(`a team chat, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    test.setTimeout(300_000);
    await walkTelling(new IntegrationDriver(keys, stack), path);
  });
}
