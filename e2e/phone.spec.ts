/** The phone in the window, by keyboard alone: the carrier's own SDK in Chromium, a caller who talks and hears. */
import { expect, Keyboard, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';
import { caller, card, createLine, goActive, loudness, number, ring, ringFor, ringForTwo, talkWith, withSound } from './support/phone.ts';

test.use(withSound);

test('a person goes active, answers from the keyboard, is muted, writes a note, hangs up and finds the recording', async ({ enter, stack }) => {
  const { keys, played } = await ringFor({ enter, stack });
  await expect(card(keys.page)).toContainText('App line');
  await expect(keys.page.getByRole('group', { name: 'Keyboard shortcuts' })).toContainText('answer');
  expect((await createAxe(keys.page).analyze()).violations.map(({ id }) => id)).toEqual([]);

  await keys.press('a');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  expect((await createAxe(keys.page).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await keys.press('m');
  await expect(card(keys.page)).toContainText('Muted');
  await expect.poll(() => loudness(stack)).toBeLessThan(20);
  await keys.press('m');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.palette('Send digits', '42#');
  await expect.poll(() => stack.sandbox.browsers.ongoing[0]?.digits).toBe('42#');
  await keys.palette('Add note to current call', 'Wants the blue one');
  await expect(keys.page.getByText('Note added').last()).toBeVisible();

  await keys.palette('Create tag', 'test drive');
  await expect(keys.page.getByText('Tag “test drive” created').last()).toBeVisible();
  await keys.palette('Add tag to current call', 'test drive');
  await expect(keys.page.getByText(/The call has test drive now/).last()).toBeVisible();

  await keys.palette('Text person on call', 'The address is 12 Harbor Road');
  await expect(keys.page.getByText('Text sent').last()).toBeVisible();
  await expect.poll(() => stack.sandbox.ledger.list({ from: number, to: caller }).map(({ body }) => body)).toEqual(['The address is 12 Harbor Road']);

  await keys.press('shift+x');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  await expect(card(keys.page)).toContainText('Call ended');
  const { sid } = await played;
  const kept = () => stack.owner.selectFrom('calls').select(['result', 'answered_by', 'recording_file_id']).where('carrier_sid', '=', sid).executeTakeFirst();
  await expect.poll(async () => (await kept())?.recording_file_id ?? null).not.toBeNull();
  expect(await kept()).toMatchObject({ result: 'answered' });
  await keys.palette('Review ended call');
  await keys.inPane('call');
  await keys.palette('Close call card');
  await expect(card(keys.page)).toHaveCount(0);
});

test('a caller on hold hears music, whatever is said here, and is taken back', async ({ enter, page, stack }) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const microphones: MediaStreamTrack[] = [];
    Reflect.set(window, 'microphones', microphones);
    mediaDevices.getUserMedia = async (given) => {
      const stream = await ask(given);
      microphones.push(...stream.getAudioTracks());
      return stream;
    };
    const made: RTCPeerConnection[] = [];
    Reflect.set(window, 'connections', made);
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(given?: RTCConfiguration) {
        super(given);
        made.push(this);
      }
    };
  });
  /** Can the caller be heard here? */
  const hears = () =>
    page.evaluate(
      () =>
        (Reflect.get(window, 'connections') as RTCPeerConnection[])
          .at(-1)
          ?.getReceivers()
          .some(({ track }) => track.enabled) ?? false,
    );
  const listens = () => page.evaluate(() => (Reflect.get(window, 'microphones') as MediaStreamTrack[]).some(({ readyState }) => readyState === 'live'));
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  const played = ring(stack);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('a');
  await expect(card(page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  expect([await hears(), await listens()]).toEqual([true, true]);

  // Muted, nothing of the microphone is sent: what is heard on hold is music.
  await keys.press('m');
  await expect.poll(() => loudness(stack)).toBeLessThan(20);
  await keys.press('h');
  await expect(card(page)).toContainText('On hold');
  await expect(card(page).getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect.poll(() => loudness(stack)).toBeGreaterThan(100);
  expect(await hears()).toBe(false);
  expect((await createAxe(page).analyze()).violations.map(({ id }) => id)).toEqual([]);

  await keys.press('h');
  await expect(card(page)).not.toContainText('On hold');
  await expect.poll(() => loudness(stack)).toBeLessThan(20);
  expect(await hears()).toBe(true);
  await keys.press('m');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);

  // Who hangs up on hold leaves no music and no open microphone behind.
  await keys.press('h');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(100);
  await keys.press('shift+x');
  await expect(card(page)).toHaveAttribute('data-state', 'ended');
  await expect(card(page)).not.toContainText('On hold');
  await expect.poll(listens).toBe(false);
  await played;
});

test('a call is declined for one alone; another tab of the same browser shows that the first one rings', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  const second = await keys.page.context().newPage();
  await second.goto(stack.url);
  await expect(second.getByText('Calls ring in another tab')).toBeVisible();
  const there = new Keyboard(second);
  await there.settled();
  await there.palette('Call a number', '+15035550177', 'App line');
  await expect(second.locator('[data-flow="inAppCallOutgoing"]')).toContainText('Your phone is in another tab. Call from there');
  const played = ring(stack);
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  await expect(card(second)).toHaveCount(0);
  await keys.page.bringToFront();
  await keys.press('d');
  await expect(card(keys.page)).toContainText('Declined');
  expect((await played).seen).not.toBe('answered');
  await keys.page.close();
  await expect(second.getByText('Calls ring here')).toBeVisible();
});

test('a call that rings is there again after a reload, and is answered there', async ({ enter, stack }) => {
  const { keys, played } = await ringFor({ enter, stack });
  await keys.page.reload();
  await keys.settled();
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  await expect(card(keys.page)).toContainText('to App line');
  await keys.press('a');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected', { timeout: 15_000 });
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.press('shift+x');
  const { sid } = await played;
  const call = await stack.owner.selectFrom('calls').select(['result', 'answered_by']).where('carrier_sid', '=', sid).executeTakeFirstOrThrow();
  expect(call).toEqual({ result: 'answered', answered_by: expect.stringMatching(/^Ana/) });
});

test('a call that can’t be led to the new window rings on, says why, and is answered there afterwards', async ({ enter, stack }) => {
  const { keys, played } = await ringFor({ enter, stack });
  await keys.page.reload();
  await keys.settled();
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  const { calls } = stack.built.services.carrier;
  const { redirect } = calls;
  calls.redirect = async () => 'retriable';
  await keys.press('a');
  await expect(card(keys.page).getByRole('alert')).toContainText('The carrier can’t be reached. The call rings on. Try again');
  expect((await createAxe(keys.page).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  calls.redirect = redirect;
  await keys.press('a');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected', { timeout: 15_000 });
  await keys.press('shift+x');
  expect((await played).seen).toBe('answered');
});

test('a call that rings while another company is looked at rings on, and is there on the way back', async ({ enter, stack }) => {
  const { keys, played } = await ringFor({ enter, stack, who: 'uma' });
  await keys.palette('Switch company', 'Adams Landscaping');
  await expect(card(keys.page)).toHaveCount(0);
  await keys.palette('Switch company', 'Northwind Motors');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('a');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected', { timeout: 15_000 });
  await keys.press('shift+x');
  expect((await played).seen).toBe('answered');
});

test('a call that rings after a reload is taken by another, and the card says that it rings no more', async ({ enter, another, stack }) => {
  const { first, other, played } = await ringForTwo({ enter, another, stack });
  await first.page.reload();
  await first.settled();
  await expect(card(first.page)).toHaveAttribute('data-state', 'ringing');
  await other.page.bringToFront();
  await other.press('a');
  await expect(card(other.page)).toHaveAttribute('data-state', 'connected');
  await expect(card(first.page)).toContainText('No longer ringing');
  await other.press('shift+x');
  await played;
});

test('of two people who answer one has the call, and the other reads that it was answered', async ({ enter, another, stack }) => {
  const { first, other, played } = await ringForTwo({ enter, another, stack });
  await first.press('a');
  await expect(card(first.page)).toHaveAttribute('data-state', 'connected');
  await expect(card(other.page)).toContainText('No longer ringing');
  await first.press('shift+x');
  await played;
});

test('the call goes on while the line of signalling is lost, and the caller can end it', async ({ enter, stack }) => {
  const { keys, played } = await talkWith({ enter, stack }, 14);
  stack.sandbox.browsers.cut();
  await expect(card(keys.page)).toContainText('You can keep talking');
  await expect(card(keys.page)).not.toContainText('You can keep talking');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  expect((await played).seen).toBe('answered');
});

test('the call goes on while no line of signalling can be had for 30 seconds, and is hung up afterwards', async ({ enter, stack }) => {
  test.setTimeout(150_000);
  const { keys, played } = await talkWith({ enter, stack });
  stack.sandbox.browsers.cut(30_000);
  await expect(card(keys.page)).toContainText('You can keep talking');
  await keys.press('m');
  await expect(card(keys.page)).toContainText('Muted');
  await keys.press('m');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await expect(card(keys.page)).not.toContainText('You can keep talking', { timeout: 75_000 });
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.press('shift+x');
  expect((await played).seen).toBe('answered');
  await expect(keys.page.getByText('Calls ring here')).toBeVisible({ timeout: 30_000 });
  // It rings here again.
  void ring(stack);
  await keys.press('escape');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
});

test('a microphone that is pulled out is told, and the call goes on with the one that is plugged in', async ({ enter, page, stack }) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    const heard: MediaStreamTrack[] = [];
    let isPlugged = true;
    mediaDevices.getUserMedia = async (given) => {
      if (!isPlugged) throw new DOMException('Requested device not found', 'NotFoundError');
      const stream = await ask(given);
      heard.push(...stream.getAudioTracks());
      return stream;
    };
    mediaDevices.enumerateDevices = async () => (await list()).filter(({ kind }) => isPlugged || kind !== 'audioinput');
    window.addEventListener('headset', () => {
      isPlugged = !isPlugged;
      if (!isPlugged) for (const track of heard) track.stop();
      mediaDevices.dispatchEvent(new Event('devicechange'));
    });
  });
  /** Pulls the only microphone out, or plugs it in again. */
  const useHeadset = () => page.evaluate(() => void window.dispatchEvent(new Event('headset')));
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  const played = ring(stack);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('a');
  await expect(card(page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await useHeadset();
  await expect(card(page).getByRole('status')).toHaveText('Your microphone is gone. Connect one, and the call goes on with it');
  expect((await createAxe(page).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await useHeadset();
  await expect(card(page).getByRole('status')).not.toContainText('microphone');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.press('shift+x');
  await expect(card(page)).toHaveAttribute('data-state', 'ended');
  await played;
});

test('a status that can’t be saved is taken back', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await keys.page.route('**/in-app-calling/status', (route) => route.fulfill({ status: 500, json: { message: 'Internal server error' } }));
  await keys.palette('Toggle in-app calling');
  await expect(keys.page.getByText('Calls ring here')).toHaveCount(0);
  await keys.find('Toggle in-app calling');
  await expect(keys.page.getByRole('option', { name: /Toggle in-app calling/ }).first()).toContainText('Away');
});
