/** The push channel (FLOW-210 to FLOW-212): the socket's channels are signed with a token of their own, and by the cookie while staff act as a user. */
import { routes } from '#contract/index.ts';
import { expect, type Keyboard, people, type Stack, test } from './fixtures.ts';
import { signIn } from './support/people.ts';

const tokenPath = `/api${routes.auth.beamToken.path}`;
const signPath = `/api${routes.auth.channelAuth.path}`;

/** Notes what the page asks about the channel: `token`, or how the request that signs a channel says who it is from. */
function noteRequests({ page }: Keyboard): string[] {
  const noted: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === tokenPath) noted.push('token');
    if (pathname === signPath) noted.push(request.headers().authorization?.replace(/ .*/, '') ?? 'cookie');
  });
  return noted;
}

const live = (keys: Keyboard) => keys.state('realtime', 'open.live');

async function open(keys: Keyboard, stack: Stack): Promise<void> {
  await keys.page.goto(stack.url);
  await signIn(keys, 'uma');
}

test('after signing in the app asks for the push token once, and signs every channel with it', async ({ keys, stack }) => {
  const noted = noteRequests(keys);
  const told = keys.page.waitForResponse((response) => new URL(response.url()).pathname === tokenPath);
  await open(keys, stack);
  await live(keys);
  const { token } = await (await told).json();
  expect(noted).toEqual(['token', 'Bearer', 'Bearer']);

  const signed = keys.page.waitForRequest((request) => new URL(request.url()).pathname === signPath);
  await keys.palette('Switch company', 'Adams Landscaping');
  expect((await signed).headers().authorization).toBe(`Bearer ${token}`);
  await live(keys);
  expect(noted).toEqual(['token', 'Bearer', 'Bearer', 'Bearer']);

  await keys.palette('Sign out');
  await keys.state('login', 'anonymous');
  await signIn(keys, 'jo');
  await live(keys);
  expect(noted.filter((each) => each === 'token')).toHaveLength(2);
});

test('when the token’s life is over, the next channel is signed with another', async ({ keys, stack }) => {
  const noted = noteRequests(keys);
  await open(keys, stack);
  await live(keys);
  await keys.page.clock.setSystemTime(Date.now() + 5 * 60_000);
  await keys.palette('Switch company', 'Adams Landscaping');
  await expect.poll(() => noted).toEqual(['token', 'Bearer', 'Bearer', 'token', 'Bearer']);
  await live(keys);
});

test('a token whose session is over is replaced, and the person stays signed in', async ({ keys, stack, another, enter }) => {
  const other = await another();
  await enter('uma', { page: other });
  const dead = await other.request.get(`${stack.url}${tokenPath}`);
  const body = await dead.body();
  await other.request.get(`${stack.url}/api${routes.auth.logout.path}`, { headers: { 'sec-fetch-site': 'same-origin' } });

  const noted = noteRequests(keys);
  await keys.page.route(`${stack.url}${tokenPath}`, (route) => route.fulfill({ response: dead, body }), { times: 1 });
  await open(keys, stack);
  await live(keys);
  expect(noted.filter((each) => each === 'token').length).toBeGreaterThan(1);
  expect(noted).not.toContain('cookie');
  await keys.state('login', 'authenticated');
});

test('while staff act as a user the cookie signs, and no token is asked for', async ({ enter, keys }) => {
  const noted = noteRequests(keys);
  await enter('staff');
  await keys.palette('Impersonate user', people.mira, 'They hear nothing');
  await expect(keys.page.getByRole('region', { name: 'Impersonating' })).toBeVisible();
  await live(keys);
  expect(noted).toEqual(['cookie', 'cookie']);
});

test('a tab that does not know yet that staff act as a user signs by the cookie when the token is refused', async ({ keys, stack }) => {
  const noted = noteRequests(keys);
  const refusal = { code: 'forbidden', message: 'Not available while impersonating', errors: [] };
  await keys.page.route(`${stack.url}${tokenPath}`, (route) => route.fulfill({ status: 403, json: refusal }));
  await open(keys, stack);
  await live(keys);
  expect(noted).toContain('cookie');
  expect(noted).not.toContain('Bearer');
});
