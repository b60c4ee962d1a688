/** Calls about the installation itself: what the app needs before anybody signs in, files, the OpenAPI document. */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { ClientConfig } from './entities.ts';

export const routes = {
  config: route('GET /client-config', { access: 'public', reply: ClientConfig, spec: 'ours', summary: 'Settings the app needs before sign-in' }),
  openapi: route('GET /openapi.json', { access: 'session', raw: true, spec: 'ours', summary: 'This document' }),
  file: route('GET /files/{token}', {
    access: 'public',
    params: { token: z.string().check(z.maxLength(600)) },
    raw: true,
    spec: 'CALL-170',
    summary: 'A file by its link, for those with access now (the carrier: for an hour); answers ranges',
  }),
};
