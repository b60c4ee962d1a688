/** Links in what is being written, while the company's texts may have none. */
import type { App } from '../../api/app.ts';
import type { MessageActor } from './messageActor.ts';

let findLink: ((text: string) => string | null) | null = null;

/** Notes the link a message may not have, or that there is none; the list of domains is fetched with the first text that is looked at. */
export function noteLink(app: Pick<App, 'get'>, companyId: number, actor: MessageActor): void {
  const { text, link } = actor.getSnapshot().context;
  const isOff = app.get().companies.find(({ id }) => id === companyId)?.linksEnabled === false;
  if (isOff && text !== '' && findLink === null) {
    void import('#contract/links.ts').then((module) => {
      findLink = module.findLink;
      noteLink(app, companyId, actor);
    });
    return;
  }
  const found = isOff && findLink !== null && text !== '' ? findLink(text) : null;
  if (found !== link) actor.send({ type: 'link.noted', link: found });
}
