/** A key that is drawn is a promise: wherever the keyboard is, the bottom line and every button name keys that do what they say. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { openPlaces } from './support/places.ts';
import { findFalseCaps, forgetVisits, installRecorder, visitFocus } from './support/recorder.ts';

/** Goes through all that Tab reaches, and looks at each stop. Returns the number of caps looked at. */
async function walk(keys: Keyboard, place: string): Promise<number> {
  await forgetVisits(keys);
  let all = 0;
  for (let stop = 0; stop < 90; stop += 1) {
    const { isNew, what } = await visitFocus(keys);
    if (!isNew) return all;
    // Tab leads out of the page and comes back to it, as everywhere.
    if (what === 'the browser') {
      await keys.press('tab');
      continue;
    }
    expect(what, `${place}, stop ${stop}: the keyboard is nowhere`).not.toMatch(/^(body|html)/);
    const { checked, wrong } = await findFalseCaps(keys);
    expect.soft(wrong, `${place}, at ${what}`).toEqual([]);
    all += checked;
    await keys.press('tab');
  }
  throw new Error(`${place}: Tab does not come round`);
}

const ready = (keys: Keyboard) => expect(keys.page.locator('[aria-busy="true"]:visible')).toHaveCount(0);

test('every key that is drawn does what it says, at every stop of every place', async ({ enter }) => {
  test.setTimeout(600_000);
  const keys = await enter('ana');
  await ready(keys);
  await installRecorder(keys);
  let all = await walk(keys, 'the inbox');
  for (const { title, kind } of openPlaces) {
    await keys.palette(title);
    await expect(keys.page.locator(`[data-pane="${kind}"]`)).toBeVisible();
    await ready(keys);
    // What is in the pane takes the keyboard from it, where there is anything that can.
    const pane = keys.page.locator(`[data-pane="${kind}"]:focus`);
    await pane.waitFor({ state: 'detached', timeout: 2_000 }).catch(() => undefined);
    all += await walk(keys, title);
  }
  expect(all).toBeGreaterThan(800);
});

test('so it is where text is entered, in a dialog, in the palette, on a separator, and where single keys are off', async ({ enter }) => {
  test.setTimeout(300_000);
  const keys = await enter('jo');
  await ready(keys);
  await installRecorder(keys);
  const look = async (place: string) => {
    const { wrong } = await findFalseCaps(keys);
    expect.soft(wrong, place).toEqual([]);
  };
  await keys.press('r');
  await keys.focused('message');
  await look('an empty reply');
  await keys.type('On our way');
  await look('a reply');
  await keys.press('escape');
  await keys.press('shift+c');
  await keys.focused('message');
  await look('an empty note');
  await keys.type('For us');
  await look('a note');
  await keys.press('escape');
  await keys.press('g i');
  await keys.press('/');
  await look('the search of the inbox');
  await keys.type('dana');
  await keys.press('enter');
  await keys.inPane('inbox');
  await expect(keys.page.getByRole('button', { name: 'Clear filter' }).first()).toBeVisible();
  await look('a list that is filtered');
  await keys.press('x');
  await look('a selection');
  await keys.press('mod+k');
  await keys.state('palette', 'open.choosing');
  await look('the palette');
  await keys.press('escape');
  await keys.press('g o');
  await keys.inPane('contacts');
  await keys.press('c');
  await keys.state('contactEdit', 'editing');
  await walk(keys, 'the form of a contact');
  await keys.palette('Turn off single-key shortcuts');
  await keys.page.keyboard.press('F6');
  await look('single keys are off');
  await expect(keys.page.getByRole('group', { name: 'Keyboard shortcuts' })).toContainText('all commands');
  await keys.palette('View active sessions');
  await expect(keys.page.getByRole('dialog').locator(':focus')).toBeAttached();
  await look('a dialog');
});
