import{a as r,f as t}from"./index-_1mr4Noa.js";var e=t("<h1>soon</h1>");function m(a){var o=e();r(a,o)}export{m as default};
