import './style/colours.css'
import './style/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { applyLook } from './lib/local.svelte'
import { net } from './lib/net.svelte'

applyLook()
net.start()
mount(App, { target: document.getElementById('app')! })
