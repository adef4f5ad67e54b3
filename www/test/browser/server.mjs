// The real program with a state folder of its own, and a script's way to speak to it.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

export const program = process.env.ROOKERY
assert.ok(program, 'ROOKERY names no program: www/test/run.sh browser PROGRAM')

export class Server {
  folder = mkdtempSync(join(tmpdir(), 'rookery-page-'))
  state = join(this.folder, 'rookery')
  env = { ...process.env, XDG_STATE_HOME: this.folder, XDG_CONFIG_HOME: join(this.folder, 'config') }

  /** Birds answer at once; what they answer is up to them. */
  constructor(settings = { human_pause: false }) {
    mkdirSync(this.state, { recursive: true, mode: 0o700 })
    writeFileSync(join(this.state, 'settings.json'), JSON.stringify(settings), { mode: 0o600 })
  }

  /** Port and key are those of the last time: tabs come back. */
  async start() {
    this.process = spawn(program, ['web', '--no-open'], { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: this.process.stdout })
    const [link] = await once(lines, 'line')
    this.link = link
    this.url = new URL(link).origin
  }

  async stop(signal = 'SIGTERM') {
    if (this.process.exitCode !== null || this.process.signalCode) return
    this.process.kill(signal)
    await once(this.process, 'exit')
  }

  async remove() {
    this.socket?.terminate()
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** One request by a script with the page's cookie. */
  async ask(context, t, fields = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      const cookies = (await context.cookies(this.url)).map(({ name, value }) => `${name}=${value}`)
      this.socket = new WebSocket(`${this.url.replace('http', 'ws')}/ws`, { headers: { Cookie: cookies.join('; '), Origin: this.url } })
      await once(this.socket, 'open')
      this.id = 0
      await this.request({ t: 'hello', proto: [1], client: `script-${process.pid}` })
    }
    return this.request({ t, ...fields })
  }

  request(message) {
    const id = ++this.id
    this.socket.send(JSON.stringify({ ...message, id }))
    return new Promise((resolve, reject) => {
      const receive = (data) => {
        const reply = JSON.parse(data)
        if (reply.re !== id) return
        this.socket.off('message', receive)
        if (reply.ok) resolve(reply)
        else reject(new Error(reply.error.text))
      }
      this.socket.on('message', receive)
    })
  }

  /** A command of the program on the same games. */
  command(args, input) {
    return spawnSync(program, args, { env: this.env, input, encoding: 'utf8' })
  }
  commandInBackground(args) {
    return spawn(program, args, { env: this.env, stdio: ['pipe', 'pipe', 'inherit'] })
  }
  files(folder) {
    return readdirSync(join(this.state, folder)).filter((name) => name.endsWith('.pgn'))
  }
  read(folder, name) {
    return readFileSync(join(this.state, folder, name), 'utf8')
  }
}
