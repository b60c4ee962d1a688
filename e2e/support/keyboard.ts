/** A person at the keyboard: presses, types, uses the palette, and reads the states that flows show. There is no pointer here. */
import { expect, type Locator, type Page } from '@playwright/test';
import { exposeAppHost } from './appHost.ts';

/** Time between two looks at a flow, the time until what isn’t shown is missed, and the time to say what is there instead, in milliseconds. */
const pollMs = 40;
const waitMs = 25_000;
const sayMs = 2_000;

const mod = 'Control';
const names: Readonly<Record<string, string>> = {
  mod,
  enter: 'Enter',
  escape: 'Escape',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  shift: 'Shift',
  arrowdown: 'ArrowDown',
  arrowup: 'ArrowUp',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** A step as the keymap writes it, as the browser is told: `mod+shift+enter` → `Control+Shift+Enter`. */
const pressed = (step: string): string =>
  step
    .split(/\+(?=.)/)
    .map((part) => names[part] ?? part)
    .join('+');

export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses keys as the keymap writes them, one step after another: `g i`, `mod+enter`. */
  async press(keys: string): Promise<void> {
    for (const step of keys.split(' ')) await this.page.keyboard.press(pressed(step));
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Takes out what stands in the field that has the keyboard, and types; the field may still be on its way. */
  async retype(text: string): Promise<void> {
    await expect(this.page.locator('input:focus, textarea:focus')).toBeAttached();
    await this.press('mod+a');
    if (text === '') await this.press('backspace');
    else await this.page.keyboard.insertText(text);
  }

  /** The element that shows a flow's state. */
  flow(id: string): Locator {
    return this.page.locator(`[data-flow="${id}"]`).first();
  }

  /** Waits until a flow shows a state. The assertion draws the page’s accessibility tree at each look in vain, and comes to look once a second: it is asked where this fails, to say what was there instead. */
  async state(flow: string, state: string | RegExp): Promise<void> {
    const sought = { flow, source: typeof state === 'string' ? `^${RegExp.escape(state)}$` : state.source };
    const isShown = (given: typeof sought) =>
      new RegExp(given.source).test(document.querySelector(`[data-flow="${given.flow}"]`)?.getAttribute('data-state') ?? '');
    const wasShown = await this.page.waitForFunction(isShown, sought, { polling: pollMs, timeout: waitMs }).then(
      (handle) => handle.dispose().then(() => true),
      () => false,
    );
    if (!wasShown) await expect(this.flow(flow)).toHaveAttribute('data-state', state, { timeout: sayMs });
  }

  /** Waits until a key acts at once: the commands are there, and the pane that has the keyboard has loaded. Keys before that are held and played later. */
  async settled(): Promise<void> {
    await exposeAppHost(this.page);
    await expect(this.page.locator('[data-pane][data-focused="true"]')).toHaveCount(1);
    await expect(this.page.locator('[data-focused="true"] [aria-busy="true"]')).toHaveCount(0);
  }

  /** Moves the cursor of a list to the row with this text, a key at a time: keys pressed while the app still loads are kept and come all at once. */
  async cursorTo(pane: string, text: string): Promise<void> {
    const cursor = this.page.locator(`[data-pane="${pane}"] [data-cursor]`);
    const row = this.page.locator(`[data-pane="${pane}"] [data-row]`, { hasText: text });
    await expect(row).toBeVisible();
    for (let at = await cursor.getAttribute('data-row'); at !== (await row.getAttribute('data-row')); at = await cursor.getAttribute('data-row')) {
      const place = async (of: Locator) => Number(await of.getAttribute('aria-rowindex'));
      await this.press((await place(cursor)) < (await place(row)) ? 'j' : 'k');
      await expect(cursor).not.toHaveAttribute('data-row', at ?? '');
    }
  }

  /** The row of the palette that Enter would choose. */
  get active(): Locator {
    return this.page.locator('[data-flow="palette"] [role="option"][aria-selected="true"]');
  }

  /** Opens the palette, types, and waits until the row with this title is the one Enter chooses. */
  async find(title: string, query = `>${title}`): Promise<void> {
    await this.press('mod+k');
    await this.state('palette', 'open.choosing');
    await expect(this.flow('palette').locator('input')).toBeFocused();
    await this.page.keyboard.insertText(query);
    await this.pick(title);
  }

  /** Moves to the row with this title. */
  async pick(title: string): Promise<void> {
    const row = this.page
      .locator('[data-flow="palette"] [role="option"]')
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .first();
    await expect(row).toBeVisible();
    await expect(async () => {
      if ((await row.getAttribute('aria-selected')) !== 'true') {
        await this.press('arrowdown');
        await expect(row).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
      }
    }).toPass({ intervals: [0] });
  }

  /** Runs a command by its title; each argument is typed and chosen with Enter. */
  async palette(title: string, ...args: readonly string[]): Promise<void> {
    await this.begin(title, args);
    await this.state('palette', 'closed');
  }

  /** Runs a command that may be refused: what the palette then says is read, and left with Escape. */
  async attempt(title: string, ...args: readonly string[]): Promise<void> {
    await this.begin(title, args);
    await this.leavePalette();
  }

  /** Waits for what the palette was asked, and leaves it with Escape where it stays to say why that was refused. */
  async leavePalette(): Promise<void> {
    await this.state('palette', /^(closed|open\.failed)$/);
    await expect(async () => {
      if ((await this.flow('palette').getAttribute('data-state')) === 'closed') return;
      await this.press('escape');
      // Each Escape goes one step back.
      await expect(this.flow('palette')).toHaveAttribute('data-state', 'closed', { timeout: 250 });
    }).toPass({ intervals: [0] });
  }

  /** Runs a command by its title, and waits for nothing. */
  async begin(title: string, args: readonly string[] = []): Promise<void> {
    await this.find(title);
    await this.press('enter');
    for (const arg of args) {
      await this.state('palette', 'open.asking');
      await this.page.keyboard.insertText(arg);
      await this.give(arg);
    }
  }

  /** Gives the argument that is typed. One Enter counts also for what is found later; a second could reach the field behind the palette that closes. */
  private async give(arg: string): Promise<void> {
    const typed = () => this.page.evaluate(() => document.querySelector<HTMLInputElement>('[data-flow="palette"] input')?.value ?? null);
    await expect.poll(typed).toBe(arg);
    await expect(async () => {
      if ((await typed()) !== arg) return;
      await this.press('enter');
      await expect.poll(typed, { timeout: 5_000 }).not.toBe(arg);
    }).toPass({ intervals: [0], timeout: 15_000 });
  }

  /** Waits until a field has the keyboard. */
  async focused(field: string): Promise<void> {
    await expect(this.page.locator(`[data-field="${field}"]:focus`)).toBeVisible();
  }

  /** Goes to a field as a person does who has no pointer: from one to the next. */
  async goTo(field: string): Promise<void> {
    const target = this.page.locator(`[data-field="${field}"]`).filter({ visible: true }).first();
    await expect(target).toBeVisible();
    for (let step = 0; step < 30; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press('tab');
    }
    await this.focused(field);
  }

  /** Waits until a pane has the focus. */
  async inPane(kind: string): Promise<void> {
    await expect(this.page.locator(`[data-pane="${kind}"][data-focused="true"]`)).toBeVisible();
  }
}
