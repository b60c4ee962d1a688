/** SMS verification over HTTP (spec 2.7). */
import type { FastifyReply } from 'fastify';
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { addNumbers, cancelLane, createDraft, deleteVerification, removeNumbers, updateDraft } from './commands.ts';
import { showOptInPage, takeOptIn } from './optInPage.ts';
import { storePicture } from './pictures.ts';
import { getVerification, listBrands, listVerifications } from './queries.ts';
import { checkSaved, submitRegistration } from './submit.ts';

/** A page without script: its own styles and its own form alone. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy, 'cache-control': 'no-cache' }).send(html);

export const handlers: Handlers<typeof routes.smsVerification> = {
  list: ({ services }) => listVerifications(services),
  get: ({ params, services }) => getVerification(services, params.id),
  create: async ({ body, authUser, services }) => getVerification(services, await createDraft(body, authUser)),
  update: async ({ params, body, authUser, services }) => {
    await updateDraft(services, params.id, params.brandId, body, authUser);
    return getVerification(services, params.id);
  },
  submit: ({ body, membership, authUser, services }) => submitRegistration(services, body, { membership, authUser }),
  cancel: async ({ body, authUser, services }) => {
    await cancelLane(services, body.id, body.part, authUser);
    return getVerification(services, body.id);
  },
  addNumbers: async ({ body, authUser, services }) => {
    await addNumbers(services, body.id, body.numbers, authUser);
    return getVerification(services, body.id);
  },
  removeNumbers: async ({ body, authUser, services }) => {
    await removeNumbers(services, body.id, body.numbers, authUser);
    return getVerification(services, body.id);
  },
  delete: async ({ params, query, authUser }) => {
    await deleteVerification(params.id, query.removeSuperfluousBrand === '1', authUser);
    return undefined;
  },
  brands: () => listBrands(),
  check: ({ body, membership, authUser, services }) => checkSaved(services, body.id, { membership, authUser }),
  optInPage: async ({ params, reply, services }) => sendPage(reply, 200, await showOptInPage(services, params.token)),
  optIn: async ({ params, body, reply, services }) => {
    const { status, html } = await takeOptIn(services, params.token, body);
    return sendPage(reply, status, html);
  },
  upload: ({ files, membership, authUser, services }) => storePicture(services, files, { membership, authUser }),
};
