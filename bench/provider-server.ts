// The provider as it is deployed, with one signed-in session and the limits raised (never bypassed) for the load.
import { createClock, createRandom, serve } from '@latchkey/server/node'
