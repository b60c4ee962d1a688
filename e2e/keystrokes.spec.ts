/** What a task costs in keys. No task may cost more than it did; a failing count is a task that has become longer. Text of the task itself counts nothing. */
import type { FileChooser } from '@playwright/test';
import { expect, type Keyboard, test } from './fixtures.ts';

/** Counts what is pressed: a step of `press` is one key, and so is a letter of `type`. */
class Counter {
  readonly keys: Keyboard;
  private count = 0;

  constructor(keys: Keyboard) {
    this.keys = keys;
  }

  async press(keys: string): Promise<void> {
    this.count += keys.split(' ').length;
    await this.keys.press(keys);
  }

  async type(letters: string): Promise<void> {
    this.count += letters.length;
    await this.keys.type(letters);
  }

  /** Types what the task is about: words of a message, a number, a file. */
  async write(text: string): Promise<void> {
    await this.keys.type(text);
  }

  /** Opens the palette, and waits until Enter would choose this. */
  async search(letters: string, title: string): Promise<void> {
    await this.press('mod+k');
    await this.type(letters);
    await this.sees(title);
  }

  /** Waits until Enter would choose this in the palette. */
  async sees(title: string): Promise<void> {
    await expect(this.keys.active).toContainText(title);
  }

  /** Ends a task: it has cost at most so many keys. */
  ends(task: string, most: number): void {
    expect.soft(this.count, task).toBeLessThanOrEqual(most);
    this.count = 0;
  }
}

const pane = ({ page }: Keyboard, kind: string) => page.locator(`[data-pane="${kind}"]`).filter({ visible: true });
const cursor = (keys: Keyboard, kind: string) => pane(keys, kind).locator('[data-cursor]');
const notice = ({ page }: Keyboard, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();

test('the day of someone who answers', async ({ enter }) => {
  test.setTimeout(120_000);
  const keys = await enter('jo');
  const counted = new Counter(keys);
  await expect(cursor(keys, 'inbox')).toBeVisible();

  await counted.press('mod+k');
  await keys.state('palette', 'open.choosing');
  counted.ends('find the palette', 1);
  await keys.press('escape');

  const first = await cursor(keys, 'inbox').getAttribute('data-row');
  for (let count = 0; count < 3; count += 1) {
    const row = await cursor(keys, 'inbox').getAttribute('data-row');
    await counted.press('e');
    await expect(pane(keys, 'inbox').locator(`[data-row="${row}"]`)).toHaveCount(0);
  }
  counted.ends('archive three', 3);
  for (let count = 0; count < 3; count += 1) {
    await counted.press('z');
    counted.ends('undo an archive', 1);
    await expect(notice(keys, 'Undone')).toBeVisible();
  }
  await expect(pane(keys, 'inbox').locator(`[data-row="${first}"]`)).toBeVisible();

  await counted.press('r');
  await keys.focused('message');
  await counted.write('It is ready');
  await counted.press('mod+enter');
  await expect(keys.page.locator('[data-held]')).toContainText(/Sending .*in \d s/);
  counted.ends('reply', 2);
  await counted.press('mod+z');
  await expect(pane(keys, 'conversation').locator('[data-field="message"]')).toHaveValue('It is ready');
  counted.ends('undo a send', 1);

  // What was taken back is the draft again before a file can join it.
  await expect(keys.page.locator('[data-held]')).toHaveCount(0);
  await keys.settled();
  const choosers: FileChooser[] = [];
  keys.page.on('filechooser', (chooser) => choosers.push(chooser));
  await counted.press('mod+u');
  const isOpened = () => expect.poll(() => choosers.length, { timeout: 3_000 }).toBeGreaterThan(0);
  // Now and then the browser opens nothing at a first press; a person presses again.
  await isOpened().catch(() => keys.press('mod+u'));
  await isOpened();
  await choosers[0]?.setFiles({ name: 'car.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') });
  await expect(pane(keys, 'conversation')).toContainText('car.png');
  counted.ends('attach a file in the reply: one key more than the reply’s two', 1);
  await keys.palette('Discard draft');
  await expect(pane(keys, 'conversation')).not.toContainText('car.png');
  await keys.press('escape');
  await keys.inPane('conversation');

  await keys.press('r');
  await keys.focused('message');
  await counted.write('Good morning');
  await counted.search('send later', 'Schedule message');
  await counted.press('enter');
  await keys.state('palette', 'open.asking');
  await counted.type('tomorrow 9am');
  await counted.press('enter');
  await keys.state('palette', 'closed');
  await expect(pane(keys, 'conversation').getByText('Good morning')).toBeVisible();
  counted.ends('send later', 25);

  await keys.press('escape');
  await counted.press('shift+c');
  await keys.focused('message');
  await counted.write('Wants the blue one');
  await counted.press('mod+enter');
  await expect(pane(keys, 'conversation').getByRole('log')).toContainText('Wants the blue one');
  counted.ends('note', 2);

  await keys.press('escape');
  await counted.press('!');
  await expect(notice(keys, /blocked/i)).toBeVisible();
  counted.ends('block', 1);
  await keys.press('z');

  await counted.search('dnaa', 'Dana Whitfield');
  counted.ends('a contact by half a name with a typing error', 5);
  await keys.press('escape');
  await keys.state('palette', 'closed');
  await counted.search('0134', 'Dana Whitfield');
  counted.ends('a contact by the last four digits', 5);
  await keys.press('escape');
  await keys.state('palette', 'closed');

  await counted.press('c');
  await counted.write('+1 212 555 0188');
  await counted.press('enter');
  await expect(keys.page.getByRole('combobox', { name: 'From' })).toBeFocused();
  await counted.press('enter');
  await keys.focused('message');
  counted.ends('first message to a number', 3);
});

test('calls are listened to', async ({ enter }) => {
  const keys = await enter('jo', { path: '/calls' });
  const counted = new Counter(keys);
  await expect(cursor(keys, 'calls')).toBeVisible();
  await keys.palette('Search calls', '"forty thousand miles"');
  await expect(pane(keys, 'calls').locator('[data-row]')).toHaveCount(1);
  await keys.press('home enter');
  await keys.inPane('call');
  await counted.search('1.5', '1.5');
  await counted.press('enter');
  await expect(pane(keys, 'call')).toContainText('1.5×');
  counted.ends('set the speed to 1.5', 5);
  await counted.press('/');
  await counted.type('miles');
  await expect(pane(keys, 'call').locator('mark').first()).toBeVisible();
  await counted.press('enter');
  await expect(pane(keys, 'call').locator('[aria-current="true"]')).toContainText('miles');
  counted.ends('find in a transcript', 7);
});

test('an administrator’s numbers', async ({ enter }) => {
  test.setTimeout(120_000);
  const keys = await enter('ana', { path: '/numbers' });
  const counted = new Counter(keys);
  await expect(cursor(keys, 'numbers')).toBeVisible();

  await counted.press('mod+a');
  await counted.press('l');
  await keys.state('palette', 'open.asking');
  await expect(keys.active).toBeVisible();
  await counted.press('enter');
  await keys.state('palette', /open\.reviewing|closed/);
  if ((await keys.flow('palette').getAttribute('data-state')) !== 'closed') await counted.press('enter');
  await keys.state('palette', 'closed');
  counted.ends('tag all numbers', 7);
  await counted.press('z');
  await expect(notice(keys, 'Undone')).toBeVisible();
  counted.ends('undo it', 1);
  await keys.press('* n');

  await counted.search('sim', 'Test call routing');
  await counted.press('enter');
  await keys.state('palette', /open\.asking|closed/);
  for (let at = 0; at < 4 && (await keys.flow('palette').getAttribute('data-state')) !== 'closed'; at += 1) {
    const before = await keys.flow('palette').textContent();
    await counted.press('enter');
    await expect.poll(() => keys.flow('palette').textContent()).not.toBe(before);
  }
  await expect(keys.page.getByRole('region', { name: 'Simulated call' })).toBeVisible();
  counted.ends('simulate a call from a row', 12);
  await keys.press('escape');

  await keys.press('g n');
  await keys.inPane('numbers');
  await counted.press('c');
  await keys.inPane('purchase');
  await counted.type('8** ends PLUMB');
  await counted.press('enter');
  await expect(cursor(keys, 'purchase')).toBeVisible();
  await counted.press('enter');
  await counted.press('mod+enter');
  await expect(pane(keys, 'purchase')).toContainText('1 number bought');
  await counted.press('t');
  await keys.inPane('routing');
  counted.ends('buy a vanity number, and be in its routing', 23);
});

test('staff go from company to company', async ({ enter }) => {
  const keys = await enter('staff');
  const counted = new Counter(keys);
  await expect(cursor(keys, 'companies')).toBeVisible();
  await counted.press('g g');
  await keys.state('palette', 'open.asking');
  await counted.type('ada');
  await expect(keys.active).toContainText(/Ada/i);
  counted.ends('three letters', 5);
});
